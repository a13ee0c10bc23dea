enum LoopbackPlaceholder {}
