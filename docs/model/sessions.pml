/*
 * The protocol of sessions: one session's row, its lease, two replicas and the database between them.
 *
 * Read README.md first: it says which function of the code is which step, and what is left out.
 * `make model` compiles this file once for each scope and each switch, and explores every state.
 *
 * A round of the clock is a second. In each round every live process runs until it waits for the next one, in any
 * order and interleaved step by step. So a step takes no time unless it says so, and a process that can neither step
 * nor wait is a deadlock.
 */

/* ---- The scope: what may happen, and how often. Given by -D. ---- */
#ifndef EXPIRIES
#define EXPIRIES 1              /* how often the newest access token expires */
#endif
#ifndef SIGN_OUTS
#define SIGN_OUTS 1             /* whether a user signs out (with SIGN_INS: in again), at either replica at any time */
#endif
#ifndef UPDATES
#define UPDATES 0               /* how often a profile policy's response changes the claims */
#endif
#ifndef REGISTRATIONS
#define REGISTRATIONS 0         /* whether the browser registers its device's key, within two minutes of the sign-in */
#endif
#ifndef LOWERINGS
#define LOWERINGS 0             /* how often a refreshed ID token lowers session_expiry */
#endif
#ifndef OUTAGES
#define OUTAGES 0               /* how often the database goes away, for all replicas at once */
#endif
#ifndef CRASHES
#define CRASHES 0               /* how often a replica is killed; it may come back */
#endif
#ifndef STANDBYS
#define STANDBYS 0              /* how often the database loses its synchronous standby, which may take over */
#endif
#ifndef LOSSES
#define LOSSES 0                /* how often a standby takes over that lacks confirmed commits */
#endif
#ifndef PAUSES
#define PAUSES 0                /* how often a refresh stands still for as long as it likes */
#endif

/* ---- Constants of the code, in rounds. ---- */
#define N 2                     /* replicas */
#define TIMEOUT 1               /* authorityTimeout */
#ifndef PREPARING
#define PREPARING 0             /* the longest time for metadata and keys, before the token request */
#endif
#ifndef LEASE
#define LEASE 9                 /* SessionRefresher.shortestLease, less what is lost by dates of whole seconds */
#endif
#ifndef STEADY
#define STEADY 6                /* StoreContact.steadyPeriod */
#endif
#ifndef LATE
#define LATE 5                  /* how much later than the other a replica may reach the database after an outage */
#endif
#ifndef SKEW
#define SKEW 1                  /* how far replica 1's clock is ahead */
#endif
#define clock(r) (r * SKEW)     /* what a replica's clock adds to the time */
#ifndef MARGIN
#define MARGIN 1                /* rounds from the end of a registration's challenge until `none` is final: SKEW */
#endif

#define NOBODY 0                /* of leases: released; r + 1 is replica r's present attempt */
#define GONE 3                  /* of leases: an attempt that has ended without releasing it */

/* What the tokens of a row or of a refresh carry along: once there, it stays. */
#define KEY 1                   /* the device's key */
#define LOWERED 2               /* a session_expiry that is lower than the sign-in's */

/* Where the end of a session is stored: SessionRows.EndingPlace. */
#define NOWHERE 0
#define MEMORY 1
#define FILE 2
#define STORE 3

/* ---- The database. ---- */
bool away;                      /* no call reaches it */
byte outagesLeft = OUTAGES;
bool row = true;                /* latchkey_sessions has the session's row */
byte counter;                   /* its counter */
byte token = 1;                 /* the refresh token in it: the first, the second, … */
byte marks;                     /* whether KEY and LOWERED are in it */
byte owner;                     /* its lease_owner */
byte leaseLeft;                 /* rounds until its lease_until */
byte lastPlace;                 /* latchkey_last_ending, as committed */
byte placeTaken;                /* the same, as the transaction under way sees it */
bool placeLocked;
byte listedAt;                  /* the session's place in latchkey_ended_sessions; 0: not there */
byte otherListedAt;             /* the place of another session */
bool consumed;                  /* latchkey_consumed_values has the logout token */

/*
 * The standby, which has all that was committed until it was lost. While the primary is alone, what a commit changes
 * becomes visible there, but the commit gets no response.
 */
#if STANDBYS > 0 || LOSSES > 0
#define HAS_STANDBY
bool alone;
bool behind;                    /* it lacks commits that had their response: an asynchronous standby */
byte standbysLeft = STANDBYS;
byte lossesLeft = LOSSES;
bool heldRow, heldConsumed;
byte heldCounter, heldToken, heldMarks, heldOwner, heldLeaseLeft, heldLastPlace, heldListedAt;
inline hold() {
    heldRow = row; heldCounter = counter; heldToken = token; heldMarks = marks; heldOwner = owner;
    heldLeaseLeft = leaseLeft; heldLastPlace = lastPlace; heldListedAt = listedAt; heldConsumed = consumed
}
inline forget() {
    heldRow = false; heldCounter = 0; heldToken = 0; heldMarks = 0; heldOwner = NOBODY; heldLeaseLeft = 0;
    heldLastPlace = 0; heldListedAt = 0; heldConsumed = false
}
inline takeOver() {
    row = heldRow; counter = heldCounter; token = heldToken; marks = heldMarks; owner = heldOwner;
    leaseLeft = heldLeaseLeft; lastPlace = heldLastPlace; listedAt = heldListedAt; consumed = heldConsumed
}
#else
#define alone false
#endif

/* ---- The authority. ---- */
byte newest = 1;                /* the only refresh token that it accepts */
bool revoked;                   /* the newest refresh token is revoked */
byte useless;                   /* access tokens up to this one are useless: expired, or refused by the API */

/* ---- The replicas: SessionCache, and the file that outlives it. ---- */
bool live[N] = true;
bool caughtUp[N] = true;        /* EndedSessions.isCaughtUp */
bool ended[N];                  /* EndedSessions.contains */
bool otherEnded[N];             /* the same for the other session */
byte seen[N];                   /* EndedSessions.sequence */
byte known[N];                  /* SessionSync.Progress.counter */
bool pendingEnd[N];             /* PendingWrites: an ending waits */
byte pendingToken[N];           /* PendingWrites: a refresh token waits; 0: none */
byte pendingReplaced[N];        /* PendingWrites: the counter that it replaces */
byte pendingMarks[N];           /* PendingWrites: what these tokens carry along */
bool file[N];                   /* PendingEndingsFile has the ending */
byte steadyFor[N] = STEADY;     /* StoreContact: rounds without a gap in which the database has responded */
bool doubted[N];                /* EndedSessions.doubts: the database may have lost endings */
bool lost[N];                   /* EndedSessions.lost: an ending that the database has lost is to be stored again */
bool stored[N];                 /* not in EndedSessions.unstored: the database has listed or confirmed the ending */
bool missed[N];                 /* the database didn't respond at the end of the last round */
byte late[N];                   /* rounds in which the replica doesn't reach the database yet, after an outage */

#define gone(r) (away || late[r] > 0)

#define accepts(r) (live[r] && caughtUp[r] && !ended[r])

/* ---- What only the properties need. ---- */
byte using[N];                  /* the refresh token that the replica has sent, until its result is stored or useless */
bool working[N];                /* an attempt is under way */
byte promise;                   /* where the page of a sign-out has said that the ending is */
byte promiser;                  /* the replica of that page */
bool signedOut;                 /* a user or the provider wanted the end */
bool mustRevoke;                /* by a sign-out or a new sign-in */
byte spared;                    /* the stored refresh token of a session that a new sign-in replaces: not revoked */
byte endingAt;                  /* the replica, plus 1, at which an ending is under way */
bool resultGone;                /* a killed replica had a token response that wasn't stored yet */
bool revocationGone;            /* a killed replica, or a lost response of the database, had tokens to be revoked */
byte pausesLeft = PAUSES;
byte crashesLeft = CRASHES;
byte expiriesLeft = EXPIRIES;
byte updatesLeft = UPDATES;
byte registrationsLeft = REGISTRATIONS;
byte loweringsLeft = LOWERINGS;
byte age;                       /* rounds since a second before the end of the registration's challenge; 0: earlier */
bool accepted;                  /* the browser has a device's cookie, because a registration was accepted */
bool unbound;                   /* a copy of the session's cookie counts as `none` for good */
bool touched;                   /* the world has changed within this round */
bool told;                      /* the provider needn't send the logout token again */
byte unlistedFor;               /* whole rounds in which an ending that a replica knows isn't listed */
byte settledFor;                /* whole rounds in which an ending could spread */
byte otherSettledFor;

bool tokenUsedTwice, storedTokenLost, resultLost, rowCameBack, signOutForgotten, endedTooLate, tokensNotRevoked,
    endedNeedlessly, liveTokenRevoked, logoutForgotten, endingLost, keyLost, registrationMissed, expiryRaised;
#define fail(property) { property = true; assert(!property) }

#ifdef IGNORE_tokenUsedTwice
#define FAIL_tokenUsedTwice skip
#else
#define FAIL_tokenUsedTwice fail(tokenUsedTwice)
#endif
#ifdef IGNORE_endedNeedlessly
#define FAIL_endedNeedlessly skip
#else
#define FAIL_endedNeedlessly fail(endedNeedlessly)
#endif

/* Two minutes after the sign-in, by a replica's clock, the challenge expires. */
#define inTime(r) (age + clock(r) < 2)
#define mayRegister(r) (registrationsLeft > 0 && inTime(r))
/*
 * From then on a request with a cookie `offered` reads the row. Without a key there, the cookie soon becomes `none`.
 * Tokens that wait settle nothing, because the row may have newer ones.
 */
#ifdef SETTLES_BY_WAITING
#define lacksKey(r) (pendingToken[r] > 0 -> !(pendingMarks[r] & KEY) : !gone(r) && row && !(marks & KEY))
#else
#define lacksKey(r) (pendingToken[r] == 0 && !gone(r) && row && !(marks & KEY))
#endif
#define settles(r) (!unbound && accepts(r) && age + clock(r) >= 2 + MARGIN && lacksKey(r))

/* ---- Time. ---- */
#define PROCESSES 6
#define SYNC(r) (r)
#define REFRESH(r) (N + r)
#define ENDER 4
#define OTHER_ENDER 5
/* A process is busy in this round, waits for the next one, or has nothing to do until something happens. */
#define BUSY 0
#define WAITS 1
#define IDLE 2
byte state[PROCESSES] = IDLE;
#define nextRound(process) state[process] = WAITS; state[process] != WAITS

/* How many whole rounds an ending needs at most: one to be stored if it waits, one to be read. */
#define BOUND 2
/* The same for one that was lost: one to be missed, one to be stored, and one in which the database has gone back. */
#define RESTORED 3

/* Whether an exchange would do anything. Such a one takes place in each round; others may as well. */
#ifdef NO_POLLING
#define mustRead(r) (!caughtUp[r])
#else
#define mustRead(r) (!caughtUp[r] || lastPlace != known[r] || doubted[r])
#endif
#ifdef NO_PENDING_ENDINGS
#define mustEnd(r) false
#else
#define mustEnd(r) pendingEnd[r]
#endif
#define mayExchange(r) (!gone(r) && (mustEnd(r) || pendingToken[r] > 0 || file[r] || mustRead(r) || lost[r]))

/* StoreContact: a replica asks at the end of each round. It doesn't notice an outage that only one of these is in. */
#define fails(r) (gone(r) || alone)
inline look(r) {
#if STEADY > 0
    if
    :: fails(r) && missed[r] -> steadyFor[r] = 0
    :: fails(r) && !missed[r] -> missed[r] = true
    :: else ->
        missed[r] = false;
        if
        :: steadyFor[r] < STEADY -> steadyFor[r]++
        :: else
        fi
    fi
#else
    skip
#endif
}

active proctype Clock() {
    byte p;
    do
    :: d_step {
        state[0] && state[1] && state[2] && state[3] && state[4] && state[5];
        /* An ending spreads while the database is there and a live process has it. */
        if
        :: gone(0) || gone(1) || touched -> settledFor = 0; otherSettledFor = 0
        :: else ->
            if
            :: listedAt > 0 || (pendingEnd[0] && live[0]) || (pendingEnd[1] && live[1]) ->
                if
                :: settledFor < BOUND -> settledFor++
                :: else
                fi
            :: else -> settledFor = 0
            fi;
            if
            :: otherListedAt > 0 && otherSettledFor < BOUND -> otherSettledFor++
            :: else
            fi
        fi;
        if
        :: settledFor == BOUND && (accepts(0) || accepts(1)) -> fail(endedTooLate)
        :: otherSettledFor == BOUND &&
            ((live[0] && caughtUp[0] && !otherEnded[0]) || (live[1] && caughtUp[1] && !otherEnded[1])) ->
            fail(endedTooLate)
        :: else
        fi;
#if LOSSES > 0
        if
        :: gone(0) || gone(1) || touched || listedAt > 0 || !((live[0] && ended[0]) || (live[1] && ended[1])) ->
            unlistedFor = 0
        :: else ->
            unlistedFor++;
            if
            :: unlistedFor == RESTORED -> fail(endingLost)
            :: else
            fi
        fi;
#endif
        touched = false;
#if REGISTRATIONS > 0
        if
        :: age > 0 && age < 2 + MARGIN -> age++
        :: else
        fi;
#endif
        if
        :: leaseLeft > 0 -> leaseLeft--
        :: else
        fi;
#ifdef HAS_STANDBY
        if
        :: heldLeaseLeft > 0 -> heldLeaseLeft--
        :: else
        fi;
#endif
        look(0);
        look(1);
        if
        :: late[0] > 0 -> late[0]--
        :: late[1] > 0 -> late[1]--
        :: else
        fi;
        p = 0;
        do
        :: p < PROCESSES ->
            if
            :: state[p] == WAITS -> state[p] = BUSY
            :: p < N && state[p] == IDLE && live[p] && mayExchange(p) -> state[p] = BUSY
            :: else
            fi;
            p++
        :: else -> break
        od;
        p = 0
    }
    od
}

/* ---- The authority's revocation endpoint. A token from before the newest one stands for nothing any more. ---- */
inline revoke(which) {
    if
    :: which == newest ->
        revoked = true;
        if
        :: row && !signedOut -> fail(liveTokenRevoked)
        :: else
        fi
    :: else
    fi
}

/*
 * ---- Calls of the store: each is one transaction, in one step. ----
 *
 * While the primary is alone, a call that has changed something fails: its change is visible, and may be lost.
 */

/* The database goes away between a commit and its response, so the caller sees a failure. */
inline loseResponse() { away = true; outagesLeft--; touched = true }

/* SessionStore.end: `got` is the token of the row that it removed. */
inline storeEnd(got) {
    if
    :: row -> got = token; row = false; counter = 0; marks = 0; owner = NOBODY; leaseLeft = 0
    :: else -> got = 0
    fi;
    if
    :: listedAt == 0 -> placeTaken++; listedAt = placeTaken; lastPlace = placeTaken
    :: else
    fi
}

/* EndedSessions.insert, with an ending that the store has confirmed; only losses make a difference. */
inline noteStored(r) {
#if LOSSES > 0
    stored[r] = true
#else
    skip
#endif
}

/* SessionStore.replaceTokens */
inline storeReplace(replaced, next, nextMarks, result) {
    if
#ifdef NO_COUNTER
    :: row ->
#else
    :: row && counter <= replaced ->
#endif
        if
        :: next < token -> fail(storedTokenLost)
        :: else
        fi;
        if
        :: (marks & KEY) && !(nextMarks & KEY) -> fail(keyLost)
        :: (marks & LOWERED) && !(nextMarks & LOWERED) -> fail(expiryRaised)
        :: else
        fi;
        token = next; marks = nextMarks; counter = (counter > replaced -> counter : replaced) + 1; owner = NOBODY; leaseLeft = 0;
        result = true
#ifndef NO_REWRITE
    :: row && counter == replaced + 1 && token == next && marks == nextMarks -> result = true
#endif
#ifdef REPLACE_INSERTS
    :: !row -> row = true; token = next; counter = replaced + 1; result = true
#endif
    :: else -> result = false
    fi
}

/* Whether a replica may have the lease: the condition of the UPDATE in SessionStore.acquireLease. */
#ifdef NO_LEASE
#define leasable(r) true
#else
#define leasable(r) (owner == NOBODY || owner == r + 1 || (leaseLeft <= clock(r) && steadyFor[r] >= STEADY))
#endif
inline takeLease(r) { owner = r + 1; leaseLeft = LEASE + clock(r) }

/* ---- PendingWrites.writeTokens, which PendingWrites.write and RefreshLeases.acquire call. ---- */
inline writeTokens(r, hasFailed, waiting, waitingMarks, replaced, isStored) {
    atomic { waiting = pendingToken[r]; waitingMarks = pendingMarks[r]; replaced = pendingReplaced[r] };
    if
    :: waiting == 0
    :: else ->
        if
        :: atomic { gone(r) -> hasFailed = true }
        :: atomic { !gone(r) -> storeReplace(replaced, waiting, waitingMarks, isStored); hasFailed = alone && isStored }
        :: atomic { !gone(r) && outagesLeft > 0 -> storeReplace(replaced, waiting, waitingMarks, isStored); loseResponse();
            hasFailed = true }
        fi;
        if
        :: hasFailed
#ifndef REVOKES_UNASKED
        :: !hasFailed && !isStored ->
            /* Newer tokens of the same grant may be there: these mustn't be revoked then. */
            if
            :: atomic { gone(r) -> hasFailed = true }
            :: atomic { !gone(r) -> isStored = row }
            fi
#endif
        :: else
        fi;
        if
        :: hasFailed
        :: else ->
            atomic {
                if
                :: pendingToken[r] == waiting && pendingMarks[r] == waitingMarks ->
                    pendingToken[r] = 0; pendingReplaced[r] = 0; pendingMarks[r] = 0; using[r] = 0
                :: else
                fi;
                if
                :: !isStored -> revoke(waiting)
                :: else
                fi
            }
        fi
    fi;
    atomic { waiting = 0; waitingMarks = 0; replaced = 0; isStored = false }
}

/* ---- SessionSync.exchange ---- */
proctype Sync(byte r) {
    byte got, waiting, waitingMarks, replaced, found;
    bool hasFailed, isStored;
live_:
    {
        do
        ::
            atomic { state[SYNC(r)] == BUSY || mayExchange(r) -> state[SYNC(r)] = BUSY };
            /* PendingWrites.write: endings first. */
            if
            :: mustEnd(r) ->
#ifdef FILE_REMOVED_FIRST
                file[r] = false;
#endif
                if
                :: atomic { gone(r) -> hasFailed = true }
                :: atomic { !gone(r) && !alone && !placeLocked -> storeEnd(got); noteStored(r); pendingEnd[r] = false;
                    if
                    :: got > 0 -> revoke(got); got = 0
                    :: else
                    fi }
#ifdef HAS_STANDBY
                :: atomic { !gone(r) && alone && !placeLocked -> storeEnd(got); hasFailed = true;
                    if
                    :: got > 0 -> revocationGone = true; got = 0
                    :: else
                    fi }
#endif
                :: atomic { !gone(r) && !placeLocked && outagesLeft > 0 -> storeEnd(got);
                    if
                    :: got > 0 -> revocationGone = true; got = 0
                    :: else
                    fi; loseResponse(); hasFailed = true }
                fi
            :: !mustEnd(r)
            fi;
            /* PendingEndingsFile.remove */
            if
            :: atomic { !hasFailed && !pendingEnd[r] && file[r] -> file[r] = false }
            :: hasFailed || pendingEnd[r] || !file[r]
            fi;
            if
            :: !hasFailed && pendingToken[r] > 0 -> writeTokens(r, hasFailed, waiting, waitingMarks, replaced, isStored)
            :: hasFailed || pendingToken[r] == 0
            fi;
#if LOSSES > 0
            /* EndedSessions.restore */
            if
            :: atomic { !hasFailed && lost[r] && !gone(r) -> storeEnd(got); lost[r] = false;
                if
                :: got > 0 -> revoke(got); got = 0
                :: else
                fi }
            :: hasFailed || !lost[r] || gone(r)
            fi;
#endif
            /* changeCounter, and EndedSessions.catchUp if it differs. */
            if
            :: atomic { gone(r) || !mustRead(r) -> hasFailed = false; state[SYNC(r)] = IDLE }
            :: atomic { !gone(r) && mustRead(r) -> hasFailed = false; found = lastPlace };
                if
                :: atomic { gone(r) -> found = 0; state[SYNC(r)] = IDLE }
                :: atomic {
                    !gone(r) ->
#if LOSSES > 0
                    if
                    :: doubted[r] ->
                        seen[r] = 0; doubted[r] = false;
#ifndef NO_RESTORE
                        lost[r] = stored[r] && listedAt == 0
#endif
                    :: else
                    fi;
#endif
                    if
                    :: listedAt > seen[r] -> ended[r] = true; noteStored(r)
                    :: else
                    fi;
                    if
                    :: otherListedAt > seen[r] -> otherEnded[r] = true
                    :: else
                    fi;
                    seen[r] = (listedAt > seen[r] -> listedAt : seen[r]);
                    seen[r] = (otherListedAt > seen[r] -> otherListedAt : seen[r]);
                    caughtUp[r] = true; known[r] = found; found = 0; state[SYNC(r)] = IDLE }
                fi
            fi
        od
    } unless { !live[r] };
    atomic {
        got = 0; waiting = 0; waitingMarks = 0; replaced = 0; found = 0; hasFailed = false; isStored = false;
        state[SYNC(r)] = IDLE
    };
    do
    :: atomic { live[r] -> goto live_ }
    :: atomic { !live[r] && state[SYNC(r)] == BUSY -> state[SYNC(r)] = IDLE }
    od
}

/* ---- SessionRows.end: a request ends the session; `kept` is the token that its caller revokes. ---- */
inline endSession(r, kept, got, hasFailed) {
    ended[r] = true;
    kept = pendingToken[r];
    if
    :: atomic { gone(r) -> hasFailed = true }
    :: atomic { !gone(r) && !alone && !placeLocked -> storeEnd(got); noteStored(r);
        if
        :: kept == 0 -> kept = got
        :: else
        fi }
#ifdef HAS_STANDBY
    :: atomic { !gone(r) && alone && !placeLocked -> storeEnd(got); hasFailed = true;
        if
        :: got > 0 -> revocationGone = true
        :: else
        fi }
#endif
    :: atomic { !gone(r) && !placeLocked && outagesLeft > 0 -> storeEnd(got);
        if
        :: got > 0 -> revocationGone = true
        :: else
        fi; loseResponse(); hasFailed = true }
    fi;
    if
    :: hasFailed ->
        /* PendingWrites.end: in memory, with tokens that were added meanwhile, then in the file. */
        atomic {
#ifndef ADDED_ARE_DROPPED
            if
            :: pendingToken[r] > 0 -> kept = pendingToken[r]
            :: else
            fi;
#endif
            pendingToken[r] = 0; pendingReplaced[r] = 0; pendingMarks[r] = 0; using[r] = 0; pendingEnd[r] = true };
#ifndef NO_FILE
        file[r] = true
#endif
    :: else
    fi;
    got = 0
}

/* ---- SessionRefresher.refreshed and update: one attempt after another at each replica. ---- */

/* A renewal by RefreshLeases.holding, a second after the last one. */
inline renew(r, replaced) {
    if
#ifndef NO_RENEWAL
    :: !gone(r) && row && counter == replaced && (owner == NOBODY || owner == r + 1) -> takeLease(r)
#endif
    :: else
    fi
}

/* The response of a registration: the device's cookie, if its key is stored and the challenge hasn't expired. */
inline register(found) {
#if REGISTRATIONS > 0
    if
#ifdef NO_KEY_CHECK
    :: registers && inTime(r) -> accepted = true
#elif defined(ACCEPTS_LATE)
    :: registers && (found & KEY) -> accepted = true
#else
    :: registers && (found & KEY) && inTime(r) -> accepted = true
#endif
    :: else
    fi
#else
    skip
#endif
}

/* SessionRefresher.wait and PendingWrites.store: tokens wait, unless an ending does. */
inline wait(r, next, nextMarks, replaced) {
    if
    :: atomic {
        !pendingEnd[r] ->
        /* acquire has stored those that waited before. */
        assert(pendingToken[r] == 0);
        pendingToken[r] = next; pendingReplaced[r] = replaced; pendingMarks[r] = nextMarks;
#ifdef ACCEPTS_WAITING
        register(nextMarks);
#endif
        goto done }
    :: pendingEnd[r]
    fi
}

/* The attempt ends; a lease that it still has is nobody's. */
inline leave(r) {
    atomic {
        working[r] = false; mine = 0; mineMarks = 0; replaced = 0; next = 0; nextMarks = 0; unusable = 0; left = 0;
        isDenied = false; hasFailed = false; isStored = false; isUpdate = false; registers = false; waiting = 0;
        waitingMarks = 0; kept = 0; got = 0;
        if
        :: owner == r + 1 -> owner = GONE
        :: else
        fi;
#ifdef HAS_STANDBY
        if
        :: heldOwner == r + 1 -> heldOwner = GONE
        :: else
        fi;
#endif
        state[REFRESH(r)] = IDLE
    }
}

/* The end of RefreshLeases.holding for a failure. */
inline release(r) {
    atomic {
        if
        :: !gone(r) && owner == r + 1 -> owner = NOBODY; leaseLeft = 0
        :: else
        fi
    }
}

/* Whether a request does more than read the newest access token, if there is one that is still good. */
#define needsWork(r) (updatesLeft > 0 || \
    (pendingToken[r] > 0 -> pendingToken[r] <= useless : !gone(r) && (!row || token <= useless)))

proctype Refresh(byte r) {
    byte mine, mineMarks;       /* the refresh token of the row that the attempt has read, and what goes with it */
    byte replaced;              /* the counter of that row */
    byte next, nextMarks;       /* the new refresh token, and what goes with it */
    byte unusable;              /* the access token that the request can't use */
    byte left;                  /* rounds that the authority may still take */
    byte waiting, waitingMarks, kept, got;
    bool isDenied, hasFailed, isStored, isUpdate;
    bool registers;             /* a registration of the device, which is an update, too */
live_:
    {
        /* A request has a useless access token, and reads the row: SessionRows.row. */
        atomic {
            accepts(r) && (mayRegister(r) || useless > 0 && needsWork(r)) ->
            working[r] = true; unusable = useless; state[REFRESH(r)] = BUSY;
#if UPDATES > 0 || REGISTRATIONS > 0
            /* Or the response of a profile policy changes the claims, under the same lease; or the browser registers. */
            if
#if UPDATES > 0
            :: updatesLeft > 0 && useless > 0 -> updatesLeft--; isUpdate = true
#endif
#if REGISTRATIONS > 0
            :: mayRegister(r) -> registrationsLeft--; isUpdate = true; registers = true
#endif
            :: useless > 0 -> skip
            fi;
#endif
            if
            :: pendingToken[r] > 0 ->
                mine = pendingToken[r]; mineMarks = pendingMarks[r]; replaced = pendingReplaced[r] + 1
            :: pendingToken[r] == 0 && gone(r) -> goto done
            :: pendingToken[r] == 0 && !gone(r) && !row -> ended[r] = true; goto done
            :: pendingToken[r] == 0 && !gone(r) && row -> mine = token; mineMarks = marks; replaced = counter
            fi;
            if
            :: !isUpdate && mine > unusable -> goto done
            :: else
            fi
        };

        /* RefreshLeases.acquire */
        if
        :: pendingToken[r] > 0 ->
            writeTokens(r, hasFailed, waiting, waitingMarks, kept, isStored);
            if
            :: hasFailed -> goto done
            :: !hasFailed
            fi
        :: pendingToken[r] == 0
        fi;
        do
        :: atomic { gone(r) -> goto done }
        :: atomic { !gone(r) && !row -> ended[r] = true; goto done }
        :: atomic {
            !gone(r) && row && counter != replaced ->
            mine = token; mineMarks = marks; replaced = counter;
            if
            :: !isUpdate && mine > unusable -> goto done
            :: else
            fi }
#ifdef REGISTERS_UNLEASED
        :: atomic { registers && !gone(r) && row && counter == replaced -> next = mine; nextMarks = mineMarks | KEY;
            goto store }
#endif
        :: atomic {
            !gone(r) && row && counter == replaced && leasable(r) -> takeLease(r); left = PREPARING;
            if
            :: alone -> goto done
            :: !alone && isUpdate ->
                next = mine; nextMarks = (registers -> mineMarks | KEY : mineMarks);
#if PAUSES > 0
                if
                :: pausesLeft > 0 && registers -> pausesLeft--; nextRound(REFRESH(r));
                    do
                    :: atomic { nextRound(REFRESH(r)) }
                    :: break
                    od
                :: skip
                fi;
#endif
                goto store
            :: !alone && !isUpdate -> break
            fi }
        :: atomic { !gone(r) && row && counter == replaced && !leasable(r) -> nextRound(REFRESH(r)) }
        :: atomic { !gone(r) && row && counter == replaced && !leasable(r) -> goto done } /* its patience has ended */
        od;

        /* SessionRefresher.request, within RefreshLeases.holding: metadata and keys come first. */
        do
        :: atomic { left > 0 -> left--; nextRound(REFRESH(r)); renew(r, replaced) }
        :: atomic { left < PREPARING -> release(r); goto done } /* they can't be had */
#if PAUSES > 0
        :: atomic { pausesLeft > 0 -> pausesLeft--; left = PREPARING; nextRound(REFRESH(r)) };
            do
            :: atomic { nextRound(REFRESH(r)) }
            :: break
            od
#endif
        :: atomic {
            left = TIMEOUT;
            if
            :: (mine < newest && !resultGone) || (live[1 - r] && using[1 - r] == mine) -> FAIL_tokenUsedTwice
            :: else
            fi;
            using[r] = mine; break }
        od;
        do
        :: atomic { left > 0 -> left--; nextRound(REFRESH(r)); renew(r, replaced) }
        :: atomic { mine == newest && !revoked -> newest++; next = newest;
#ifdef REFRESH_DROPS_KEY
            nextMarks = mineMarks & LOWERED;
#else
            nextMarks = mineMarks;
#endif
#ifdef NO_CEILING
            nextMarks = nextMarks & KEY;
#endif
#if LOWERINGS > 0
            if
            :: loweringsLeft > 0 -> loweringsLeft--; nextMarks = nextMarks | LOWERED
            :: skip
            fi;
#endif
            break }
        :: atomic { mine != newest || revoked -> isDenied = true; break }
        :: atomic { using[r] = 0; release(r); goto done } /* the authority can't be reached */
        od;
        do
        :: atomic { left > 0 -> left--; nextRound(REFRESH(r)); renew(r, replaced) }
#if PAUSES > 0
        :: atomic { pausesLeft > 0 -> pausesLeft--; left = 0; nextRound(REFRESH(r)) };
            do
            :: atomic { nextRound(REFRESH(r)) }
            :: break
            od
#endif
        :: !isDenied -> goto store
        /* invalid_grant: a replica that was taken for dead may have stored the result. */
        :: atomic { isDenied && gone(r) -> using[r] = 0; release(r); goto done }
        :: atomic { isDenied && !gone(r) && !row -> using[r] = 0; ended[r] = true; goto done }
        :: atomic { isDenied && !gone(r) && row && counter != replaced -> using[r] = 0; goto done }
        :: isDenied && !gone(r) && row && counter == replaced -> break
        od;
        atomic {
            using[r] = 0;
            if
            :: !signedOut && !resultGone && !revoked -> FAIL_endedNeedlessly
            :: else
            fi;
            /* What the ending returns isn't revoked, as the threat model says. */
            revocationGone = true
        };
        endSession(r, kept, got, hasFailed);
        goto done;

        /* SessionRefresher.store */
store:
        if
        :: atomic { gone(r) -> hasFailed = true }
        :: atomic { !gone(r) -> storeReplace(replaced, next, nextMarks, isStored);
            if
            :: isStored && !alone -> using[r] = 0; register(nextMarks); goto done
            :: isStored && alone -> isStored = false; hasFailed = true
            :: else
            fi }
        :: atomic { !gone(r) && outagesLeft > 0 -> storeReplace(replaced, next, nextMarks, isStored); loseResponse();
            isStored = false; hasFailed = true }
        fi;
        if
#ifdef NO_PENDING_TOKENS
        :: atomic { hasFailed && !ended[r] -> using[r] = 0; goto done }
#else
        :: hasFailed && !ended[r] -> wait(r, next, nextMarks, replaced)
#endif
        :: atomic { !hasFailed && !ended[r] && !gone(r) && row -> using[r] = 0; register(marks); goto done }
        :: atomic { !hasFailed && !ended[r] && !gone(r) && !row -> ended[r] = true }
        :: !hasFailed && !ended[r] && gone(r) -> wait(r, next, nextMarks, replaced)
        :: ended[r]
        fi;
        /* The session has ended meanwhile, and the call that ended it didn't get these tokens. */
        atomic {
            using[r] = 0;
#ifndef NO_LATE_REVOCATION
            revoke(next)
#endif
        };

done:
        leave(r);
        goto live_
    } unless { !live[r] };
    leave(r);
    do
    :: atomic { live[r] -> goto live_ }
    :: atomic { !live[r] && state[REFRESH(r)] == BUSY -> state[REFRESH(r)] = IDLE }
    od
}

/* ---- A request that ends the session: WebSignIn.signOut, or a logout from the provider. ---- */
proctype Ender() {
    byte r, kept, got;
    bool hasFailed;
endIdle:
    SIGN_OUTS > 0;
    atomic {
        if
        :: live[0] -> r = 0
        :: live[1] -> r = 1
        fi;
        state[ENDER] = BUSY; endingAt = r + 1
    };
    {
        if
#ifdef SIGN_INS
        :: /* SignInFinisher.start, as after a step-up: the transaction that stores the new session ends this one. */
            if
            :: gone(r) /* 503: this session goes on */
            :: atomic { !gone(r) && !placeLocked -> signedOut = true; mustRevoke = true; storeEnd(spared) };
                atomic {
#ifndef ENDING_FORGOTTEN
                    ended[r] = true;
#endif
                    promiser = r; promise = STORE }
            :: atomic { !gone(r) && !placeLocked && outagesLeft > 0 ->
                signedOut = true; mustRevoke = true; storeEnd(spared); loseResponse() }
            fi;
            atomic { endingAt = 0; touched = true }
#else
        :: /* WebSignIn.signOut */
            atomic { signedOut = true; mustRevoke = true };
            endSession(r, kept, got, hasFailed);
            atomic {
                if
                :: kept > 0 -> revoke(kept)
                :: else
                fi;
                promiser = r;
                if
#if LOSSES == 0
                :: !hasFailed -> promise = STORE
#else
                :: !hasFailed -> promise = (listedAt > 0 -> STORE : NOWHERE)
#endif
                :: hasFailed && file[r] -> promise = FILE
                :: else -> promise = (listedAt > 0 -> STORE : MEMORY)
                fi;
                endingAt = 0; touched = true
            }
#endif
#ifdef LOGOUTS
        :: /* A batch of WebSignIn.endAll: all or nothing, and no tokens are revoked. */
            do
            :: gone(r) -> break
            :: atomic { !gone(r) && !placeLocked && !consumed && !alone ->
                    signedOut = true; consumed = true; storeEnd(got); got = 0
#if LOSSES == 0
                }; atomic { /* No other server takes over within this moment. */
#endif
                    ended[r] = true; noteStored(r); promiser = r; promise = STORE; told = true; endingAt = 0;
                    touched = true; break }
#ifdef HAS_STANDBY
            /* 503: the provider sends the token again, or gives up. */
            :: atomic { !gone(r) && !consumed && alone ->
                    signedOut = true; consumed = true; storeEnd(got); got = 0 }; nextRound(ENDER)
#ifdef NO_CONFIRMATION
            :: atomic { !gone(r) && consumed -> told = true; touched = true; break }
#else
            :: atomic { !gone(r) && consumed && !alone -> told = true; touched = true; break }
            :: atomic { !gone(r) && consumed && alone -> nextRound(ENDER) }
#endif
            :: consumed -> break
#endif
            od;
            skip
#endif
        fi
    } unless { !live[r] };
end:
    d_step { r = 0; kept = 0; got = 0; hasFailed = false; endingAt = 0; state[ENDER] = IDLE };
    false
}

/* ---- The end of another session, whose transaction takes two steps: EndingStatements.list. ---- */
proctype OtherEnder() {
    byte place;
#ifdef OTHER_SESSION
    if
    :: away
#ifdef NO_PLACE_LOCK
    :: atomic { !away -> placeTaken++; place = placeTaken; state[OTHER_ENDER] = BUSY };
        if
        :: away
        :: atomic { !away -> otherListedAt = place;
#else
    :: atomic {
        !away && !placeLocked -> placeLocked = true; placeTaken++; place = placeTaken; state[OTHER_ENDER] = BUSY };
        if
#ifdef LOCK_STAYS
        :: skip
#else
        :: atomic { placeLocked = false; placeTaken-- } /* the connection broke, and the server undoes it */
#endif
        :: atomic { !away -> placeLocked = false; otherListedAt = place;
#endif
            lastPlace = (place > lastPlace -> place : lastPlace); touched = true }
        fi
    fi;
#endif
end:
    d_step { place = 0; state[OTHER_ENDER] = IDLE };
    false
}

/* ---- What the replicas have no power over. ---- */
/* Whether all processes of a replica have ended. */
#define isDown(r) (!live[r] && state[SYNC(r)] == IDLE && state[REFRESH(r)] == IDLE && endingAt != r + 1)

proctype World() {
    byte r;
again:
end:
    do
    :: atomic { expiriesLeft > 0 && useless < newest -> expiriesLeft--; useless = newest }
#if REGISTRATIONS > 0
    :: atomic { age == 0 -> age = 1 }
    :: atomic { settles(0) || settles(1) -> unbound = true }
#endif
#if OUTAGES > 0
    :: atomic { !away && outagesLeft > 0 -> outagesLeft--; away = true; touched = true }
    :: atomic { away -> away = false; touched = true }
    :: atomic { away -> away = false; late[0] = LATE; late[1] = 0; touched = true }
    :: atomic { away -> away = false; late[0] = 0; late[1] = LATE; touched = true }
#endif
#if STANDBYS > 0
    :: atomic { standbysLeft > 0 && !alone && !away -> standbysLeft--; alone = true; touched = true; hold() }
    :: atomic { alone -> alone = false; touched = true; forget() } /* the standby returns, and follows */
    :: atomic { alone -> alone = false; touched = true; takeOver(); forget() }
#endif
#if LOSSES > 0
    :: atomic { lossesLeft > 0 && !behind -> lossesLeft--; behind = true; hold() }
    :: atomic { behind -> behind = false; touched = true;
        /* The page of a sign-out holds again once a replica has stored the ending again. */
        if
        :: listedAt > 0 && heldListedAt == 0 -> promise = NOWHERE
        :: else
        fi;
        takeOver(); forget();
        /* SessionSync.exchange: no server takes over without an outage, or else the counter has gone back. */
        doubted[0] = live[0]; doubted[1] = live[1] }
#endif
#if CRASHES > 0
    :: atomic { crashesLeft > 0 && live[0] -> r = 0 }; goto kill
    :: atomic { crashesLeft > 0 && live[1] -> r = 1 }; goto kill
    :: atomic { isDown(0) -> r = 0 }; goto start
    :: atomic { isDown(1) -> r = 1 }; goto start
#endif
    od;
#if CRASHES > 0
kill:
    atomic {
        crashesLeft--;
        if
        :: using[r] > 0 && using[r] < newest -> resultGone = true
        :: else
        fi;
        if
        :: endingAt == r + 1 -> revocationGone = true
        :: else
        fi;
        /* The page said that the sign-out holds in this process alone. */
        if
        :: promise == MEMORY && promiser == r ->
            promise = NOWHERE;
            if
            :: listedAt == 0 -> signedOut = false; mustRevoke = false
            :: else
            fi
        :: else
        fi;
        doubted[r] = false; lost[r] = false; stored[r] = false;
        steadyFor[r] = 0; missed[r] = false; live[r] = false; caughtUp[r] = false; ended[r] = false; otherEnded[r] = false; seen[r] = 0; known[r] = 0;
        pendingEnd[r] = false; pendingToken[r] = 0; pendingReplaced[r] = 0; pendingMarks[r] = 0; using[r] = 0;
        touched = true;
        state[SYNC(r)] = BUSY; state[REFRESH(r)] = BUSY; r = 0
    };
    goto next;
start:
    atomic {
        /* SessionCache.init(folder:) adopts the file before the server listens. */
#ifndef NO_ADOPTION
        if
        :: file[r] -> pendingEnd[r] = true; ended[r] = true
        :: else
        fi;
#endif
#ifdef NO_CATCH_UP
        caughtUp[r] = true;
#endif
        live[r] = true; touched = true; state[SYNC(r)] = BUSY; r = 0
    };
next:
    goto again
#endif
}

/* ---- The properties that hold in each state. It moves only if one of them doesn't. ---- */
active proctype Monitor() {
end:
    if
    :: atomic { promise != NOWHERE && accepts(promiser) -> fail(signOutForgotten) }
    :: atomic { listedAt > 0 && row -> fail(rowCameBack) }
#if STANDBYS > 0
    :: atomic { told && row -> fail(logoutForgotten) }
#endif
#ifndef IGNORE_resultLost
    :: atomic {
        row && !signedOut && !working[0] && !working[1] && token != newest && !resultGone &&
        pendingToken[0] != newest && pendingToken[1] != newest -> fail(resultLost)
        }
#endif
    :: atomic {
        mustRevoke && listedAt > 0 && !working[0] && !working[1] && pendingToken[0] == 0 && pendingToken[1] == 0 &&
        !pendingEnd[0] && !pendingEnd[1] && endingAt == 0 && !resultGone && !revocationGone && !revoked &&
        newest != spared -> fail(tokensNotRevoked)
        }
#if REGISTRATIONS > 0
    :: atomic { accepted && row && !(marks & KEY) -> fail(keyLost) }
    :: atomic { accepted && unbound -> fail(registrationMissed) }
#endif
    fi
}

init {
    atomic { run Sync(0); run Sync(1); run Refresh(0); run Refresh(1); run Ender(); run OtherEnder(); run World() }
}
