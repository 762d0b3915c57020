import { MembersInvalidError } from './errors.ts'
import { type Check, failClosed } from './fail-closed.ts'
import { noVerifier } from './none.ts'
import type { Verifier, VerifyRequest } from './verifier.ts'

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
