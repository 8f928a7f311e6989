"""The routes of signing in and out: passwords, passkeys, recovery codes, devices."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.bus.bus import Bus
from cornerwise.server.http.limits import CommonBuckets, Rate
from cornerwise.server.http.routes.api import AllSessions, problems
from cornerwise.server.http.routes.people import me_view
from cornerwise.server.http.visitor import (
    AllPeople,
    Fresh,
    SignedIn,
    Somebody,
    address_of,
    drop_cookie,
    from_page,
    seat_visit,
    tell_visits,
)
from cornerwise.server.people.claims import hand_over
from cornerwise.server.people.names import folded
from cornerwise.server.people.signin import challenges, credentials, passkeys, visits
from cornerwise.server.people.signin.passwords import Passwords, check_password, is_outdated
from cornerwise.server.people.signin.visits import visit_of
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.tables import CredentialRow, VisitRow, milliseconds
from cornerwise.server.wire.people import (
    CredentialList,
    CredentialView,
    MadePasskey,
    Me,
    NewPasskey,
    NewPassword,
    PasskeyOptions,
    PasskeySignIn,
    PasswordSignIn,
    RecoveryCodes,
    RecoverySignIn,
    VisitList,
    VisitView,
)

router = APIRouter(prefix="/api/people", dependencies=[Depends(from_page)])

ADDRESS_TRIES = Rate(20, 1 / 6)  # attempts to sign in from one address
NAME_TRIES = Rate(10, 1 / 30)  # attempts to sign in as one person, from everywhere together

Key = Annotated[str, Path(pattern=r"^[0-9a-f]{16,64}$")]


def wrong() -> Refusal:
    """The same sentence whether the name or the proof is wrong, or whether there is such a person at all."""
    return Refusal("refused", "The name, the password or the code is not right.", "wrong_signin")


class SignInThrottle:
    """How often somebody may try to sign in: from one address, and as one person."""

    def __init__(self, bus: Bus) -> None:
        self.addresses = CommonBuckets("sign-ins of addresses", ADDRESS_TRIES, bus)
        self.names = CommonBuckets("sign-ins of names", NAME_TRIES, bus)

    def take(self, address: str, name: str | None = None) -> None:
        """Let one attempt pass, or refuse."""
        if not self.addresses.take(address) or (name is not None and not self.names.take(folded(name))):
            raise Refusal("too_fast", "Too many attempts to sign in; wait a minute.", "many_signins")


def throttled(request: Request, name: str | None = None) -> None:
    """Count an attempt to sign in."""
    request.app.state.signin_throttle.take(address_of(request), name)


def passwords(request: Request) -> Passwords:
    """The app's threads for hashing."""
    return request.app.state.passwords  # type: ignore[no-any-return]


def party(request: Request) -> passkeys.Party:
    """Whom passkeys are made for here, or a refusal where browsers have none."""
    found = passkeys.party(request.app.state.settings.url, request.headers.get("host", ""))
    if found is None:
        sentence = "Passkeys need a secure address: the host gives the server --url https://…; passwords work here."
        raise Refusal("refused", sentence, "no_passkeys")
    return found


AllPasswords = Annotated[Passwords, Depends(passwords)]
OurParty = Annotated[passkeys.Party, Depends(party)]


async def sign_in(request: Request, response: Response, people: AllPeople, whose: str) -> Me:
    """Give this browser a new visit of that person; its old one ends, and a guest's games come along."""
    old = await visit_of(request)
    agent = request.headers.get("user-agent", "")

    def begin(transaction: Transaction) -> str:
        if old is not None:
            visits.end_visit(transaction, old.hash)
            if old.person.kind == "guest" and old.person.id != whose:
                hand_over(transaction, old.person.id, whose)
        return visits.new_visit(transaction, whose, agent)

    visit = await seat_visit(request, response, await people.do(begin))
    for person in {whose} | ({old.person.id} if old is not None else set()):
        tell_visits(request, person)
    return me_view(request, visit.person)


# ---- signing in ------------------------------------------------------------------------------


@router.post("/signin/password", responses=problems(503))
async def by_password(
    asked: PasswordSignIn, request: Request, response: Response, people: AllPeople, passwords: AllPasswords
) -> Me:
    """Sign in by name and password."""
    throttled(request, asked.name)
    found = await people.look(lambda transaction: credentials.password_of(transaction, asked.name))
    whose, hash = found or (None, None)
    if not await passwords.is_right(asked.password, hash) or whose is None or hash is None:
        raise wrong()
    renewed = await passwords.hash(asked.password) if is_outdated(hash) else None

    def note(transaction: Transaction) -> None:
        if renewed is not None:
            credentials.rehash(transaction, whose, renewed)
        for row in credentials.credentials_of(transaction, whose):
            if row.kind == "password":
                credentials.used(transaction, row)

    await people.do(note)
    return await sign_in(request, response, people, whose)


@router.post("/signin/recovery", responses=problems())
async def by_code(asked: RecoverySignIn, request: Request, response: Response, people: AllPeople) -> Me:
    """Sign in by name and a recovery code, which is good no more."""
    throttled(request, asked.name)
    whose = await people.do(lambda transaction: credentials.use_code(transaction, asked.name, asked.code))
    if whose is None:
        raise wrong()
    return await sign_in(request, response, people, whose)


@router.post("/signin/passkey/options", responses=problems())
async def ask_passkey(request: Request, people: AllPeople, party: OurParty) -> PasskeyOptions:
    """Begin to sign in by a passkey."""
    throttled(request)
    challenge = await people.do(lambda transaction: challenges.new_challenge(transaction, None))
    return PasskeyOptions(options=passkeys.authentication(party, challenge))


@router.post("/signin/passkey", responses=problems())
async def by_passkey(
    asked: PasskeySignIn, request: Request, response: Response, people: AllPeople, party: OurParty
) -> Me:
    """Sign in by a passkey."""
    challenge, key = passkeys.challenge_in(asked.answer), passkeys.credential_in(asked.answer)
    id = passkeys.Passkey(key, "", 0).id

    def find(transaction: Transaction) -> tuple[str, passkeys.Passkey] | None:
        challenges.take_challenge(transaction, challenge, None)
        row = transaction.get(CredentialRow, id)
        return None if row is None or row.kind != "passkey" else (row.person, credentials.passkey(row))

    found = await people.do(find)
    if found is None:
        raise passkeys.wrong()
    whose, passkey = found
    count = await asyncio.to_thread(passkeys.authenticated, party, asked.answer, challenge, passkey, whose)

    def note(transaction: Transaction) -> None:
        row = transaction.get(CredentialRow, id)
        if row is None:
            raise passkeys.wrong()  # removed at this moment
        row.data = row.data | {"sign_count": count}
        credentials.used(transaction, row)

    await people.do(note)
    return await sign_in(request, response, people, whose)


# ---- keeping the account, and ways to sign in --------------------------------------------------


async def somebody_fresh(visit: Somebody) -> visits.Visit:
    """Whoever asks, made a guest if need be; an account must have proved a short while ago who it is."""
    if visit.person.kind == "account" and not visit.is_fresh(milliseconds()):
        raise Refusal("not_yours", "Prove once more who you are; then try again.", "prove_again")
    return visit


SomebodyFresh = Annotated[visits.Visit, Depends(somebody_fresh)]


@router.put("/me/password", responses=problems(401, 503))
async def set_password(
    new: NewPassword,
    visit: SomebodyFresh,
    request: Request,
    response: Response,
    people: AllPeople,
    sessions: AllSessions,
    passwords: AllPasswords,
) -> Me:
    """Sign in by this password from now on; a guest is an account then. Other browsers are signed out."""
    password = check_password(new.password, new.name or visit.person.name)
    hash = await passwords.hash(password)

    def change(transaction: Transaction) -> None:
        credentials.set_password(transaction, visit.person.id, new.name, hash)
        visits.end_visits(transaction, visit.person.id, but=visit.hash)

    await people.do(change)
    await sessions.look_again_at(visit.person.id)
    return await sign_in(request, response, people, visit.person.id)


@router.post("/me/passkeys/options", responses=problems(401))
async def begin_passkey(new: NewPasskey, visit: SomebodyFresh, people: AllPeople, party: OurParty) -> PasskeyOptions:
    """Begin to make a passkey."""

    def begin(transaction: Transaction) -> tuple[str, list[passkeys.Passkey], bytes]:
        name = credentials.named(transaction, visit.person.id, new.name).name
        known = credentials.passkeys_of(transaction, visit.person.id)
        return name, known, challenges.new_challenge(transaction, visit.person.id)

    name, known, challenge = await people.do(begin)
    return PasskeyOptions(options=passkeys.registration(party, visit.person, name, known, challenge))


@router.post("/me/passkeys", responses=problems(401))
async def add_passkey(
    made: MadePasskey,
    visit: Fresh,
    request: Request,
    response: Response,
    people: AllPeople,
    sessions: AllSessions,
    party: OurParty,
) -> Me:
    """Sign in by this passkey too from now on; a guest is an account then."""
    challenge = passkeys.challenge_in(made.answer)
    await people.do(lambda transaction: challenges.take_challenge(transaction, challenge, visit.person.id))
    passkey = await asyncio.to_thread(passkeys.registered, party, made.answer, challenge, made.title.strip())
    await people.do(lambda transaction: credentials.add_passkey(transaction, visit.person.id, made.name, passkey))
    await sessions.look_again_at(visit.person.id)
    return await sign_in(request, response, people, visit.person.id)


@router.get("/me/credentials", responses=problems(401))
async def my_credentials(visit: SignedIn, people: AllPeople) -> CredentialList:
    """The ways I can sign in."""
    rows = await people.look(
        lambda transaction: [
            (row.id, row.kind, str(row.data.get("title", "")), row.made, row.used)
            for row in credentials.credentials_of(transaction, visit.person.id)
        ]
    )
    shown = [
        CredentialView(id=id, kind=kind, title=title, made=made, used=used)  # type: ignore[arg-type]
        for id, kind, title, made, used in rows
        if kind != "recovery"
    ]
    return CredentialList(credentials=tuple(shown), codes=len(rows) - len(shown))


@router.delete("/me/credentials/{id}", responses=problems(401))
async def remove_credential(
    id: Key,
    visit: Fresh,
    people: AllPeople,
    is_last: Annotated[bool, Query(description="I know that it is the last")] = False,
) -> CredentialList:
    """Take a way to sign in away."""
    await people.do(lambda transaction: credentials.remove(transaction, visit.person.id, id, is_last))
    return await my_credentials(visit, people)


@router.post("/me/codes", responses=problems(401))
async def new_codes(visit: Fresh, people: AllPeople) -> RecoveryCodes:
    """Fresh recovery codes; older ones are good no more."""
    if visit.person.kind != "account":
        raise Refusal("refused", "Recovery codes are for accounts; keep yours first.", "accounts_only")
    codes = await people.do(lambda transaction: credentials.new_codes(transaction, visit.person.id))
    return RecoveryCodes(codes=tuple(codes))


# ---- devices ----------------------------------------------------------------------------------


def visit_view(row: VisitRow, this: str) -> VisitView:
    """A browser as its person sees it; the id is enough to name it and too little to guess its token from."""
    return VisitView(id=row.hash[:16], agent=row.agent, made=row.made, seen=row.seen, is_this=row.hash == this)


@router.get("/me/visits", responses=problems(401))
async def my_visits(visit: SignedIn, people: AllPeople) -> VisitList:
    """The browsers I am signed in with."""
    shown = await people.look(
        lambda transaction: [visit_view(row, visit.hash) for row in visits.visits_of(transaction, visit.person.id)]
    )
    return VisitList(visits=tuple(shown))


@router.delete("/me/visits/{id}", responses=problems(401))
async def end_visit(id: Key, visit: SignedIn, request: Request, people: AllPeople) -> VisitList:
    """Sign one of my browsers out."""

    def end(transaction: Transaction) -> None:
        found = [row.hash for row in visits.visits_of(transaction, visit.person.id) if row.hash[:16] == id]
        if not found:
            raise Refusal("refused", "There is no such browser of yours.", "unknown_visit")
        visits.end_visit(transaction, found[0])

    await people.do(end)
    tell_visits(request, visit.person.id)
    return await my_visits(visit, people)


@router.post("/signout", responses=problems(401))
async def sign_out(
    visit: SignedIn,
    request: Request,
    response: Response,
    people: AllPeople,
    everywhere: Annotated[bool, Query(description="in every browser")] = False,
) -> Me:
    """Sign out here, or everywhere."""

    def end(transaction: Transaction) -> None:
        if everywhere:
            visits.end_visits(transaction, visit.person.id)
        visits.end_visit(transaction, visit.hash)

    await people.do(end)
    tell_visits(request, visit.person.id)
    drop_cookie(request, response)
    return me_view(request, None)
