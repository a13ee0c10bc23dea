/// libmicrohttpd itself.
package enum LoopbackLibrary {
  /// The version that runs; nil if it is not installed (asking loads it).
  package static var version: String? { MicroHTTPDLibrary.loaded?.version }
}
