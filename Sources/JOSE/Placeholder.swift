enum JOSEPlaceholder {}
