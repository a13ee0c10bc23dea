package import Crypto

/// The algorithms of RFC 7518 that exist for us: RS, PS and ES with 256, 384 and 512.
///
/// `none` and the HMAC family have no case, so that no later line can choose them.
package typealias JWSAlgorithm = SignatureAlgorithm
