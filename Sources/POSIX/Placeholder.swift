enum POSIXPlaceholder {}
