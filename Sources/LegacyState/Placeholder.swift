enum LegacyStatePlaceholder {}
