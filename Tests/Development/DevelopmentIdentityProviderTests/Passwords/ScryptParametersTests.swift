import Testing

@testable import DevelopmentIdentityProvider

@Suite struct ScryptParametersTests {
    struct Vector: Sendable {
        var password: String
        var salt: String
        var logN: Int
        var blockSize: Int
        var parallelization: Int
        var hash: String
    }

    @Test(
        "Scrypt yields RFC 7914's vectors (section 12; not the last, which takes a gigabyte)",
        arguments: [
            Vector(
                password: "", salt: "", logN: 4, blockSize: 1, parallelization: 1,
                hash:
                    "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
            ),
            Vector(
                password: "password", salt: "NaCl", logN: 10, blockSize: 8, parallelization: 16,
                hash:
                    "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
            ),
            Vector(
                password: "pleaseletmein", salt: "SodiumChloride", logN: 14, blockSize: 8, parallelization: 1,
                hash:
                    "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
            ),
        ])
    func vectors(_ vector: Vector) throws {
        let parameters = try #require(
            ScryptParameters(logN: vector.logN, blockSize: vector.blockSize, parallelization: vector.parallelization))
        let hash = try #require(
            parameters.hash(vector.password, salt: Array(vector.salt.utf8), byteCount: 64, memoryLimit: 64 << 20))
        #expect(hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == vector.hash)
    }

    @Test("Scrypt parameters that need more memory than the limit are refused") func memoryLimit() {
        #expect(ScryptParameters.standard.hash("a", salt: [2], byteCount: 32, memoryLimit: 32 << 20) == nil)
        #expect(ScryptParameters.standard.hash("a", salt: [2], byteCount: 32, memoryLimit: 33 << 20) != nil)
    }

    @Test(
        "Costs that scrypt can't have, or that take too long, are refused",
        arguments: [
            (0, 8, 1), (25, 8, 1), (15, 0, 1), (15, 33, 1), (15, 8, 0), (15, 8, 17), (16, 1, 1), (-1, 8, 1),
            (.max, .max, .max),
        ])
    func costs(_ costs: (Int, Int, Int)) {
        #expect(ScryptParameters(logN: costs.0, blockSize: costs.1, parallelization: costs.2) == nil)
    }
}
