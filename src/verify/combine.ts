import { MembersInvalidError, VerifierConflictError } from './errors.ts'
import { type Check, failClosed, noVerifier, type Verifier, type VerifyRequest } from './verifier.ts'

/**
 * Accepts a push when every member accepts it. Members that don't need the body run before it is read, so a forged push
 * costs little. They run again with the others when it is there.
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
  return {
    name,
    routePath,
    needsBody,
    check: askEach(members.map(checkOf), (passes) => passes === members.length),
    beforeBody: needsBody && early.length > 0 ? askEach(early, (passes) => passes === early.length) : undefined,
    covers: (kind) => members.every((member) => member.covers?.(kind) ?? true),
    address: mergeAddresses(members),
    queryNames: queryNamesOf(members),
    challenge: members.find((member) => member.challenge !== undefined)?.challenge,
  }
}

/**
 * Accepts a push when at least one member accepts it. Use it to change from one verifier to another. It is as strong as
 * its weakest member. Register with the first member: its addition to the address is shown.
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
  return {
    name,
    routePath: routePathOfAny(name, members),
    needsBody,
    check: askEach(members.map(checkOf), atLeastOne),
    beforeBody: needsBody && early.length === members.length ? askEach(early, atLeastOne) : undefined,
    covers: (kind) => members.some((member) => member.covers?.(kind) ?? true),
    address: members[0]?.address,
    queryNames: queryNamesOf(members),
    challenge: members.find((member) => member.challenge !== undefined)?.challenge,
  }
}

const atLeastOne = (passes: number) => passes > 0

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

/** Every query parameter that carries a member's secret, once. */
export function queryNamesOf(members: readonly Verifier[]): readonly string[] | undefined {
  const names = new Set(members.flatMap((member) => member.queryNames ?? []))
  return names.size === 0 ? undefined : [...names]
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

/**
 * Asks every check, whatever the others said, so that the time taken does not tell which one refused. Makes no
 * promise unless a check does.
 *
 * @param enough whether so many passes let the request in
 */
export function askEach(checks: readonly Check[], enough: (passes: number) => boolean): Check {
  return (request: VerifyRequest) => {
    let passes = 0
    let later: Promise<boolean>[] | undefined
    for (const check of checks) {
      const answer = check(request)
      if (typeof answer === 'boolean') passes += Number(answer)
      else if (later === undefined) later = [answer]
      else later.push(answer)
    }
    if (later === undefined) return enough(passes)
    return Promise.all(later).then((answers) => enough(passes + answers.filter(Boolean).length))
  }
}

const isVerifier = (member: unknown): member is Verifier =>
  typeof member === 'object' &&
  member !== null &&
  'name' in member &&
  typeof member.name === 'string' &&
  'check' in member &&
  typeof member.check === 'function'
