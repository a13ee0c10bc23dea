package import POSIX

extension Path {
  /// `AuthState.xml.bak` of `AuthState.xml`; nil for what is not called like a SharedPreferences file.
  package var twin: Path? {
    bytes.suffix(4).elementsEqual(".xml".utf8) ? Path(bytes: bytes + Array(".bak".utf8)) : nil
  }
}
