import { everyAddress, someAddress } from './by-address.ts'
import { MembersInvalidError, VerifierConflictError } from './errors.ts'
import { type Check, failClosed, noVerifier, type Verifier, type VerifyRequest } from './verifier.ts'

/**
 * Accepts a push when every member accepts it. Members that don't need the body run before it is read, so a forged push
 * costs little. They run again with the others when it is there. A member that answers later, such as a token service,
 * isn't asked about a push that one of the others has refused. Several that answer later are asked together.
 *
 * @throws FMW_VERIFIER_MEMBERS_INVALID without members, FMW_VERIFIER_CONFLICT when two members want the same path
 * segment or query parameter
 * @example
 * allOf(secretPath(process.env.PUSH_SECRET), sourceAddresses(['192.0.2.0/28']))
 */
export function allOf(...members: readonly Verifier[]): Verifier {
  const name = nameMembers('allOf', members)
  const routePath = routePathOfAll(name, members)
  refuseSharedQueryNames(name, members)
  const needsBody = members.some((member) => member.needsBody === true)
  const early = members.flatMap((member) => beforeBodyOf(member) ?? [])
  const combined: Verifier = {
    name,
    routePath,
    needsBody,
    check: askEach(members.map(checkOf), everyOne),
    beforeBody: needsBody && early.length > 0 ? askEach(early, everyOne) : undefined,
    covers: (kind) => members.every((member) => member.covers?.(kind) ?? true),
    address: mergeAddresses(members),
    queryNames: namesOf(members.map((member) => member.queryNames)),
    headerNames: namesOf(members.map((member) => member.headerNames)),
    longestParameter: longestParameterOf(members),
    challenge: members.find((member) => member.challenge !== undefined)?.challenge,
  }
  return everyAddress(combined, members)
}

/**
 * Accepts a push as soon as one member accepts it, though another hangs. Use it to change from one verifier to another. It
 * is as strong as its weakest member. Register with the first member: its addition to the address is shown.
 *
 * If a member needs the body, the plugin reads it, unless every member can refuse by the headers.
 *
 * @throws FMW_VERIFIER_MEMBERS_INVALID without members, FMW_VERIFIER_CONFLICT when members want different path
 * parameters
 * @example
 * anyOf(secretPath(process.env.PUSH_SECRET), basic({ username: 'service', password: process.env.PUSH_PASSWORD }))
 */
export function anyOf(...members: readonly Verifier[]): Verifier {
  const name = nameMembers('anyOf', members)
  const needsBody = members.some((member) => member.needsBody === true)
  const early = members.flatMap((member) => beforeBodyOf(member) ?? [])
  const combined: Verifier = {
    name,
    routePath: routePathOfAny(name, members),
    needsBody,
    check: askEach(members.map(checkOf), atLeastOne),
    beforeBody: needsBody && early.length === members.length ? askEach(early, atLeastOne) : undefined,
    covers: (kind) => members.some((member) => member.covers?.(kind) ?? true),
    address: members[0]?.address,
    queryNames: namesOf(members.map((member) => member.queryNames)),
    headerNames: namesOf(members.map((member) => member.headerNames)),
    longestParameter: longestParameterOf(members),
    challenge: members.find((member) => member.challenge !== undefined)?.challenge,
  }
  return someAddress(combined, members)
}

/** The members' additions to the address, in one: `/s3cret` and `?key=other` become `/s3cret?key=other`. */
export function mergeAddresses(members: readonly Verifier[]): string | undefined {
  const addresses = members.flatMap((member) => member.address ?? [])
  if (addresses.length === 0) return undefined
  const paths = addresses.map((address) => address.split('?', 1).join(''))
  const queries = addresses
    .filter((address) => address.includes('?'))
    .map((address) => address.slice(address.indexOf('?') + 1))
  return paths.join('') + (queries.length === 0 ? '' : `?${queries.join('&')}`)
}

/** Every name under which a member looks for a secret, once. */
function namesOf(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const names = new Set(lists.flatMap((list) => list ?? []))
  return names.size === 0 ? undefined : [...names]
}

function longestParameterOf(members: readonly Verifier[]): number | undefined {
  const lengths = members.flatMap(({ longestParameter }) => longestParameter ?? [])
  return lengths.length === 0 ? undefined : Math.max(...lengths)
}

/** A parameter that comes twice is refused, so two members of an `allOf` cannot share one. */
export function refuseSharedQueryNames(name: string, members: readonly Verifier[]): void {
  const names = members.flatMap((member) => member.queryNames ?? [])
  const shared = names.find((queryName, index) => names.indexOf(queryName) !== index)
  if (shared === undefined) return
  throw new VerifierConflictError(
    name,
    `two members look for a secret in the query parameter ${shared}, and it cannot be both. To accept old secrets, give one secretQuery a list`,
  )
}

/** The path parameter of an `allOf`: one member's at most, because one segment cannot be two secrets. */
export function routePathOfAll(name: string, members: readonly Verifier[]): string | undefined {
  const [routePath, second] = routePathsOf(name, members)
  if (second === undefined) return routePath
  throw new VerifierConflictError(
    name,
    'two members look for a secret in the path, and one segment cannot be both. To accept old secrets, give one secretPath a list',
  )
}

/** The path parameter of an `anyOf`: needed when every member needs it, optional when only some do. */
export function routePathOfAny(name: string, members: readonly Verifier[]): string | undefined {
  const routePaths = routePathsOf(name, members)
  const [parameter, other] = new Set(routePaths.map((routePath) => routePath.replace('?', '')))
  if (parameter === undefined) return undefined
  if (other !== undefined) {
    throw new VerifierConflictError(name, `its members want different path parameters, ${parameter} and ${other}`)
  }
  const needed = routePaths.length === members.length && !routePaths.includes(`${parameter}?`)
  return needed ? parameter : `${parameter}?`
}

function routePathsOf(name: string, members: readonly Verifier[]): string[] {
  const routePaths = members.flatMap((member) => member.routePath ?? [])
  const odd = routePaths.find((routePath) => !/^\/:\w+\??$/.test(routePath))
  if (odd === undefined) return routePaths
  throw new VerifierConflictError(
    name,
    `a member's routePath is ${odd}, and only one parameter such as /:secret combines`,
  )
}

/**
 * Refuses combinations that would decide nothing or be open unseen. Gives the combination's name back, such as
 * `allOf(secretPath, hmac)`. Throws FMW_VERIFIER_MEMBERS_INVALID.
 */
export function nameMembers(combination: string, members: readonly Verifier[]): string {
  if (members.length === 0) throw new MembersInvalidError(combination, 'it has no members, so give it verifiers')
  members.forEach((member: unknown, index) => {
    const position = `member ${index + 1} of ${members.length}`
    if (member === noVerifier || member === 'none') {
      throw new MembersInvalidError(combination, `${position} is none, which checks nothing: leave it out`)
    }
    if (!isVerifier(member)) {
      throw new MembersInvalidError(combination, `${position} is no verifier: it needs a name and a check function`)
    }
  })
  return `${combination}(${members.map((member) => member.name).join(', ')})`
}

/** The member's question for when the body is read, or when it needs none. */
export const checkOf = (member: Verifier): Check => failClosed(member.name, (request) => member.check(request))

/** The member's question for when only the headers are there. A member that cannot tell yet has none. */
export function beforeBodyOf(member: Verifier): Check | undefined {
  if (member.needsBody !== true) return checkOf(member)
  return member.beforeBody && failClosed(member.name, (request) => member.beforeBody?.(request))
}

/** When a combination is decided: at how many passes, and whether one refusal is enough. */
interface Rule {
  /** Whether so many passes of so many checks let the request in. */
  readonly isEnough: (passes: number, checks: number) => boolean
  /** Whether the others are not needed any more. */
  readonly isDecided: (passes: number, refusals: number) => boolean
}

const everyOne: Rule = {
  isEnough: (passes, checks) => passes === checks,
  isDecided: (_passes, refusals) => refusals > 0,
}

const atLeastOne: Rule = {
  isEnough: (passes) => passes > 0,
  isDecided: (passes) => passes > 0,
}

/**
 * Asks first every check that answers at once, whatever the others said, so that the time taken does not tell which one
 * refused. A check that answers later, as a token service does, is asked only where those have not decided: it may be slow or
 * hang, and costs more than a stranger should cause. Makes no promise unless a check does.
 *
 * Which one answers later is known when it has done so once.
 */
export function askEach(checks: readonly Check[], { isEnough, isDecided }: Rule): Check {
  const slow = new Set<Check>()
  return (request: VerifyRequest) => {
    let passes = 0
    let refusals = 0
    let later: Promise<boolean>[] | undefined
    const ask = (check: Check): void => {
      const answer = check(request)
      if (answer === true) passes += 1
      else if (answer === false) refusals += 1
      else {
        slow.add(check)
        if (later === undefined) later = [answer]
        else later.push(answer)
      }
    }
    const wereSlow = slow.size === 0 ? none : checks.filter((check) => slow.has(check))
    for (const check of checks) if (!wereSlow.includes(check)) ask(check)
    if (!isDecided(passes, refusals)) wereSlow.forEach(ask)
    if (later === undefined || isDecided(passes, refusals)) return isEnough(passes, checks.length)
    return settled(later, {
      isIn: (more) => isEnough(passes + more, checks.length),
      isOver: (more, no) => isDecided(passes + more, refusals + no),
    })
  }
}

const none: readonly Check[] = []

interface Left {
  readonly isIn: (passes: number) => boolean
  readonly isOver: (passes: number, refusals: number) => boolean
}

/** Whether they let the request in: as soon as that is decided, though another hangs; or else when all have answered. */
function settled(later: readonly Promise<boolean>[], { isIn, isOver }: Left): Promise<boolean> {
  return new Promise((resolve) => {
    let passes = 0
    let refusals = 0
    const hear = (answer: boolean): void => {
      passes += Number(answer)
      refusals += Number(!answer)
      if (passes + refusals === later.length || isOver(passes, refusals)) resolve(isIn(passes))
    }
    for (const answer of later) answer.then(hear)
  })
}

const isVerifier = (member: unknown): member is Verifier =>
  typeof member === 'object' &&
  member !== null &&
  'name' in member &&
  typeof member.name === 'string' &&
  'check' in member &&
  typeof member.check === 'function'
