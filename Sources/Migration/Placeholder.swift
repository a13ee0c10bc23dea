enum MigrationPlaceholder {}
