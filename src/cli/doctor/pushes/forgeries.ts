import { isTurnKind } from '../../../pushes/kinds.ts'
import { strangenessOf } from '../../../simulator/wire/lines/line.ts'
import { SocketLine } from '../../../simulator/wire/lines/socket.ts'
import { usualPaths } from '../../../simulator/wire/usual-paths.ts'
import { type Finding, failure, fine, skipped, warning } from '../finding.ts'
import { type Asked, ask, isTaken, wordsOf } from './ask.ts'
import { markedPush, writtenPush } from './marked.ts'
import { redirectFinding } from './probes.ts'
import { ownAddressTo } from './reach.ts'
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
    // Of a turn, a true push has shown already that not all are led away.
    const redirect = isTurnKind(target.kind) ? undefined : redirectFinding(asked)
    if (redirect !== undefined) return [redirect]
    found.push(...(await judged(what, asked, target)))
  }
  return found.length === 0 ? [fine('forgeries', 'pushes without the right secret are refused')] : found
}

async function judged(what: string, asked: Asked, target: Target): Promise<readonly Finding[]> {
  const { answer } = asked
  if (isTaken(asked)) return [await takenFinding(what, target)]
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

/**
 * From a machine whose address may push, as `doctor` is run where only some may, it proves nothing that one was taken. That of
 * a proxy may be in the list by mistake, and then everybody pushes.
 */
async function takenFinding(what: string, target: Target): Promise<Finding> {
  const { verifier, line } = target
  const isRemote = line instanceof SocketLine
  const own = isRemote ? await ownAddressTo(target.url) : '127.0.0.1'
  if (own !== undefined && target.letsIn?.(own) === true) {
    const says = `A push ${what} was taken: ${verifier} lets in the address of this machine.`
    return skipped('forgeries', says, 'Run doctor on a machine whose address may not push, too.')
  }
  if (verifier === undefined && isRemote) {
    const says = `A push ${what} was taken: anybody can push, or this machine has an address that may.`
    return failure('forgeries', says, `${giveOne} With sourceAddresses(…), name app.js too, or run doctor elsewhere.`)
  }
  if (verifier?.includes('sourceAddresses') === true) {
    const says = `A push ${what} was taken: anybody can push, or it came from an address that may.`
    return failure('forgeries', says, `${giveOne} A proxy belongs in trustedProxies. Run doctor elsewhere, too.`)
  }
  return failure('forgeries', `A push ${what} was taken: anybody can push.`, giveOne)
}

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
