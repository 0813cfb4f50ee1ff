// Its tests use the product's browser and clock with what is here.
@_exported public import OpenIDConnectTesting
