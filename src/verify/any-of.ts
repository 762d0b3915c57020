import { queryNamesOf } from './address-parts.ts'
import { askEach, beforeBodyOf, checkOf, nameMembers } from './members.ts'
import { routePathOfAny } from './route-path.ts'
import type { Verifier } from './verifier.ts'

/**
 * Passes when at least one member passes: for moving from one way of verifying to another. It is as strong as
 * its weakest member. The first member is the one to register with: its addition to the address is shown.
 *
 * With a member that needs the body, the body of a push is read unless every member can refuse by the headers.
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
