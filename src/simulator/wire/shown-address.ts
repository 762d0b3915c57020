import { usualPaths } from './usual-paths.ts'

/** An address as it may be shown: neither a secret nor anything that could be one. */
export function shownAddress({ origin, pathname, searchParams }: URL): string {
  const segments = pathname.slice(1).split('/')
  const at = segments.findIndex((one) => usual.has(one))
  const path = segments.map((one, index) => {
    if (usual.has(one)) return one
    return (at !== -1 && index > at) || one.length >= shortestSecret ? '…' : one
  })
  const query = [...searchParams.keys()].map((name) => `${name.length >= shortestSecret ? '…' : name}=…`).join('&')
  return `${origin}/${path.join('/')}${query === '' ? '' : `?${query}`}`
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
  return text.replaceAll(/https?:[^\s,'"]+/gi, (found) => {
    const url = URL.parse(found)
    return url === null ? 'https:…' : shownAddress(url)
  })
}

/** What a path alone is read against: no host has this name (RFC 2606). */
const nowhere = new URL('http://nowhere.invalid')
