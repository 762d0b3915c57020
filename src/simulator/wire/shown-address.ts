import { usualPaths } from './usual-paths.ts'

/** An address as it may be shown: neither a secret nor anything that could be one. */
export function shownAddress({ origin, pathname, searchParams }: URL): string {
  const path = shownSegments(pathname.slice(1).split('/'))
  const query = [...searchParams.keys()].map((name) => `${name.length >= shortestSecret ? '…' : name}=…`).join('&')
  return `${origin}/${path.join('/')}${query === '' ? '' : `?${query}`}`
}

function shownSegments(segments: readonly string[]): readonly string[] {
  const at = segments.findIndex((one) => usual.has(one))
  return segments.map((one, index) => {
    if (usual.has(one)) return one
    return (at !== -1 && index > at) || one.length >= shortestSecret ? '…' : one
  })
}

/** The same of what a `Location` header holds, which is often a path alone. Undefined for what is no address. */
export function shownLocation(location: string | undefined): string | undefined {
  const url = location === undefined ? null : URL.parse(location, nowhere.href)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  const shown = shownAddress(url)
  return url.origin === nowhere.origin ? shown.slice(nowhere.origin.length) : shown
}

const usual: ReadonlySet<string> = new Set(Object.values(usualPaths).map((path) => path.slice(1)))

/** As the verifiers take them. */
const shortestSecret = 8

/** A text, such as a problem with arguments, whose addresses are shown so. */
export function withShownAddresses(text: string): string {
  return text.replaceAll(/https?:\S+/gi, (found) => {
    // What a sentence has behind it. Within an address, a secret may have such marks.
    let to = found.length
    while (to > 0 && marks.includes(found.charAt(to - 1))) to -= 1
    const behind = found.slice(to)
    const url = URL.parse(found.slice(0, to))
    return `${url === null ? `${found.slice(0, found.indexOf(':'))}:…` : shownAddress(url)}${behind}`
  })
}

/**
 * What was typed where nothing but an address is wanted, and is none: its scheme and its host, as far as they are certain. Of
 * the rest nothing tells which part is the secret.
 */
export function shownStart(text: string): string {
  const typed = text.trim()
  const [scheme = ''] = /^[a-z]{2,10}(?::\/{1,3}|\/\/)/i.exec(typed) ?? []
  const rest = typed.slice(scheme.length)
  // Before the host, there may be a login.
  const [host = ''] = rest.includes('@') ? [] : (hostAlone.exec(rest) ?? [])
  return scheme + host + (rest === host ? '' : '…')
}

/** In small letters: a token may have dots too. A short word is no secret. */
const hostAlone = /^(?:(?:localhost|[a-z\d-]+(?:\.[a-z\d-]+)+)(?::\d+)?|[a-z\d-]+:\d+)(?=[/\s]|$)|^[\w-]{1,7}$/

/** What was typed where a module or an address is wanted: one without its scheme, or with a misspelt one, has a secret too. */
export function shownWord(text: string): string {
  // Behind a blank, nothing tells that it is of the address.
  if (/^\s*(?:\w+=)?https?:.*\S\s+\S/is.test(text)) return shownStart(text)
  if (/https?:/i.test(text)) return withShownAddresses(text)
  if (/\.[cm]?[jt]sx?$/i.test(text)) return text
  const [, scheme = '', rest = ''] = anyScheme.exec(text.trim()) ?? []
  const [path = '', ...more] = rest.split(/[?#]/)
  const [first = '', ...segments] = path.split('/')
  const isAddress =
    scheme !== '' ||
    hostFirst.test(first) ||
    (first === '' && segments[0] === '') ||
    segments.some((one) => usual.has(one))
  if (!isAddress) return text
  // Before the host, there may be a login.
  const host = first.slice(first.lastIndexOf('@') + 1)
  return `${scheme}${[host, ...shownSegments(segments)].join('/')}${more.length === 0 ? '' : '?…'}`
}

/** `htp://`, `ussd=htp:/`, `http//`. One letter is a drive. */
const anyScheme = /^((?:\w+=)?[a-z][\w+.-]+(?::\/{1,3}|\/\/))?(.*)$/is

/** `shop.example`, `ussd=shop.example:3000`, `localhost:3000`. */
const hostFirst = /[\w-]\.[\w-]|:\d/

const marks = `,'".)`

/** What a path alone is read against: no host has this name (RFC 2606). */
const nowhere = new URL('http://nowhere.invalid')
