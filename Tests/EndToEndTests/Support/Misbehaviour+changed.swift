import MisbehavingProvider

/// The faults of a provider that errs in one way.
func changed(_ body: (inout Misbehaviour) -> Void) -> Misbehaviour {
    var misbehaviour = Misbehaviour()
    body(&misbehaviour)
    return misbehaviour
}
