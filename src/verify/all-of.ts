import { mergeAddresses, queryNamesOf, refuseSharedQueryNames } from './address-parts.ts'
import { askEach, beforeBodyOf, checkOf, nameMembers } from './members.ts'
import { routePathOfAll } from './route-path.ts'
import type { Verifier } from './verifier.ts'

/**
 * Passes when every member passes. Members that need no body are asked before it is read, so that a forged push
 * costs little, and again with the others when it is there.
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
