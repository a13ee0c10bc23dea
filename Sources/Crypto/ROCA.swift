/// Finds RSA moduli made by the faulty generator of CVE-2017-15361, whose keys can be factored.
///
/// Its primes are k·M + 65537^a mod M, M being a product of the first primes: so each small prime sees the modulus
/// as a power of 65537. For moduli of 2,048 bits and more all primes up to 701 do; an honest modulus passes for one
/// with a chance of 2^-154.
///
/// - SeeAlso: Nemec et al., The Return of Coppersmith's Attack, ACM CCS 2017
enum ROCA {
  static func made(_ modulus: Span<UInt8>) -> Bool {
    primes.allSatisfy { prime in
      var remainder: UInt32 = 0
      for index in modulus.indices {
        remainder = (remainder << 8 | UInt32(modulus[index])) % prime
      }
      return isPower(remainder, modulo: prime)
    }
  }

  private static func isPower(_ value: UInt32, modulo prime: UInt32) -> Bool {
    let generator = 65537 % prime
    var power: UInt32 = 1
    repeat {
      if power == value { return true }
      power = power * generator % prime
    } while power != 1
    return false
  }

  private static let primes: [UInt32] = (3...701).filter { number in
    !(2..<number).contains { number % $0 == 0 }
  }
}
