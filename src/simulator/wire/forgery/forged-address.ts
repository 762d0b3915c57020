import { type Kind, kinds } from '../../../pushes/kinds.ts'
import type { About } from '../../log/row.ts'
import { isNowhere } from '../../words/nowhere.ts'
import { usualPaths } from '../usual-paths.ts'

/**
 * The same address from somebody who doesn't know its secrets: another character in each thing that is a secret or a
 * signature. What is part of a route stays, so that the push reaches a handler that nothing protects.
 *
 * @param secrets what is known to be a secret, by what the simulator was told of the application
 * @param about what names the payment is no secret
 */
export function forgedUrl(url: URL, secrets: ReadonlySet<string>, about: About): URL {
  const forged = new URL(url)
  const names = new Set<unknown>(Object.values(about))
  // Where a signature is named, nothing else is one: a forger leaves the reference beside it as it is.
  const isSigned = [...url.searchParams.keys()].some(isSignature)
  const isSecret = (text: string): boolean =>
    secrets.has(text) || isHidden(text) || (!isSigned && text.length >= longSecret && isMixed(text) && !names.has(text))
  // In the query a UUID that isn't the payment's own is what lets in.
  const isCapability = (value: string): boolean => !isSigned && isUuid(value) && !names.has(value)
  const segments = url.pathname.split('/')
  forged.pathname = segments.map((text) => (isSecret(text) ? altered(text) : text)).join('/')
  for (const [name, value] of url.searchParams)
    if (value !== '' && (isSignature(name) || isSecretName(name) || isSecret(value) || isCapability(value)))
      forged.searchParams.set(name, altered(value))
  return forged
}

/** The problem of a forgery that came to no handler; null where one answered. */
export function whyUnread({ status }: { readonly status: number }): string | null {
  return isNowhere(status)
    ? `the forgery reached nobody: there is no handler at its address (${status}). It says nothing about your protection, unless that is the address itself`
    : null
}

/**
 * What can only be a secret in the addresses of kinds: what stands behind the name of the kind, the same last part of several
 * addresses, values of the query, and what looks like one.
 */
export function secretsIn(urls: ReadonlyMap<Kind, URL>): ReadonlySet<string> {
  const paths = new Map(
    [...urls].map(([kind, { pathname }]) => [kind, pathname.split('/').filter((one) => one !== '')]),
  )
  const lasts = [...new Set([...urls.values()].map(({ pathname }) => pathname))].map((path) => path.split('/').at(-1))
  const secrets = new Set<string>()
  for (const [kind, path] of paths) {
    const at = path.lastIndexOf(wordOf(kind))
    for (const [place, text] of path.entries()) {
      const isShared = place === path.length - 1 && lasts.filter((last) => last === text).length > 1
      if (isRouteWord(text)) continue
      if ((at >= 0 && place > at) || isShared || (text.length >= shortSecret && isMixed(text))) secrets.add(text)
    }
  }
  for (const { searchParams } of urls.values())
    for (const value of searchParams.values()) if (value !== '' && !isRouteWord(value)) secrets.add(value)
  return secrets
}

/** Another first character: in no encoding does it say the same, as a last one may. Of a stand-in, that of such a text. */
export function altered(text: string): string {
  if (isHidden(text)) return text.replace('hidden', 'forged')
  return text.replace(/^(?:(?:%[\da-f]{2})+|.)/iu, (first) => (first === '0' ? 'A' : '0'))
}

/** What stands for a secret of an address that was kept. */
function isHidden(text: string): boolean {
  return /^\[hidden(?:-\d+)?\]$/.test(text)
}

/** A text that no route is named: letters and digits together, and no identifier that an order may have. */
function isMixed(text: string): boolean {
  return /\d/.test(text) && /[a-z]/i.test(text) && !isUuid(text)
}

function isUuid(text: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}

function isSignature(name: string): boolean {
  return /^(?:msig|sig|sign|hmac|mac|hash|checksum|(?:x-.*-)?signature)$/i.test(name)
}

function isSecretName(name: string): boolean {
  return /^(?:token|access_token|secret|key|apikey|api_key|auth|code|pw)$/i.test(name)
}

function isRouteWord(text: string): boolean {
  return routeWords.has(text.toLowerCase()) || /^v\d+$/i.test(text)
}

function wordOf(kind: Kind): string {
  return usualPaths[kind].slice(1)
}

/** What routes are called behind the name of a kind. */
const routeWords: ReadonlySet<string> = new Set([
  ...kinds.flatMap((kind) => [kind.toLowerCase(), wordOf(kind)]),
  ...['callback', 'callbacks', 'hook', 'hooks', 'webhook', 'webhooks', 'notify', 'notification', 'notifications'],
  ...['notice', 'notices', 'push', 'pushes', 'payment', 'payments', 'event', 'events', 'incoming', 'receive', 'api'],
])

/** Characters: `secretPath` takes no shorter one. */
const shortSecret = 8
/** In an address that isn't registered, where shorter ones may be numbers of orders. */
const longSecret = 16
