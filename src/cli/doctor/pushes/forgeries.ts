import { strangenessOf } from '../../../simulator/wire/lines/line.ts'
import { SocketLine } from '../../../simulator/wire/lines/socket.ts'
import { usualPaths } from '../../../simulator/wire/usual-paths.ts'
import { type Finding, failure, fine, skipped, warning } from '../finding.ts'
import { type Asked, ask, isTaken, wordsOf } from './ask.ts'
import { markedPush, writtenPush } from './marked.ts'
import type { Target } from './target.ts'

/** A push of somebody who doesn't know the secret. */
interface Forgery {
  readonly what: string
  readonly url: URL
}

/** Whether the application refuses pushes without its secret, and with a wrong one. */
export async function forgeryFindings(target: Target, dialled: string): Promise<readonly Finding[]> {
  const stranger: Target = { ...target, headers: {} }
  const found: Finding[] = []
  for (const { what, url } of forgeriesOf(target)) {
    const asked = await ask(stranger, writtenPush(target.kind, markedPush(target.kind, dialled)), url)
    found.push(...judged(what, asked, target))
  }
  return found.length === 0 ? [fine('forgeries', 'pushes without the right secret are refused')] : found
}

function judged(what: string, asked: Asked, target: Target): readonly Finding[] {
  const { answer } = asked
  if (isTaken(asked)) return [takenFinding(what, target)]
  if (answer === null || answer.status >= 500) {
    const says = `A push ${what} was not refused, but failed: ${wordsOf(asked)}.`
    return [failure('forgeries', says, 'Let the verifier answer no with 401, whatever is sent.')]
  }
  const strange = strangenessOf(answer)
  if (strange !== null) return [failure('forgeries', `Of a push ${what}: ${strange}.`, 'Answer 401 there.')]
  if (![401, 403, 404, 405].includes(answer.status)) {
    const says = `A push ${what} was refused with ${answer.status}: its body was looked at first.`
    return [warning('forgeries', says, 'Check the secret before the body, and answer 401.')]
  }
  return []
}

/** From a machine whose address may push, as `doctor` is run where only some may, it proves nothing that one was taken. */
function takenFinding(what: string, { verifier, line }: Target): Finding {
  if (verifier !== undefined && letsAddressesIn.test(verifier)) {
    const says = `A push ${what} was taken: ${verifier} lets in the address of this machine.`
    return skipped('forgeries', says, 'Run doctor on a machine whose address may not push, too.')
  }
  const isKnown = verifier !== undefined || !(line instanceof SocketLine)
  return isKnown
    ? failure('forgeries', `A push ${what} was taken: anybody can push.`, giveOne)
    : failure(
        'forgeries',
        `A push ${what} was taken: anybody can push, or this machine has an address that may.`,
        `${giveOne} With sourceAddresses(…), name app.js too, or run doctor on another machine.`,
      )
}

/** An address is enough there by itself: alone, or as one of an `anyOf` without an `allOf` in it. */
const letsAddressesIn = /^(?:anyOf\((?!.*allOf).*)?sourceAddresses/
const giveOne = "Give a verifier, such as secretPath(…); not 'none'."

/** Another secret in each place where one may be, and none at all. */
function forgeriesOf({ url }: Target): readonly Forgery[] {
  const segments = url.pathname.split('/')
  const last = segments.at(-1) ?? ''
  const isUsual = Object.values(usualPaths).includes(`/${last}`)
  const hasPathSecret = !isUsual && last.length >= 8
  if (!hasPathSecret && url.search === '') return [{ what: 'without any secret', url }]
  const wrong = new URL(url)
  const none = new URL(url)
  none.search = ''
  for (const name of new Set(url.searchParams.keys()))
    wrong.searchParams.set(name, notIt(url.searchParams.get(name) ?? ''))
  if (hasPathSecret) {
    wrong.pathname = segments.with(-1, notIt(last)).join('/')
    none.pathname = segments.slice(0, -1).join('/')
  }
  return [
    { what: 'with a wrong secret', url: wrong },
    { what: 'without its secret', url: none },
  ]
}

/** As long, and another. */
function notIt(secret: string): string {
  return secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0')
}
