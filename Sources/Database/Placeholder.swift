enum DatabasePlaceholder {}
