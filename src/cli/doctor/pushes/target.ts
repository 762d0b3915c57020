import { type Kind, kinds } from '../../../pushes/kinds.ts'
import type { InspectedKind, Inspection } from '../../../registration/inspection.ts'
import type { Line } from '../../../simulator/wire/lines/line.ts'
import { shownAddress } from '../../../simulator/wire/shown-address.ts'
import { usualPaths, usualUrl } from '../../../simulator/wire/usual-paths.ts'
import { printable } from '../../../text/clean-text.ts'
import { UsageError } from '../../terminal.ts'

/** An address that pushes of a kind are sent to. */
export interface Target {
  readonly kind: Kind
  /** With its secret: never shown. */
  readonly url: URL
  /** Sent with every true push, and with no forged one. */
  readonly headers: Readonly<Record<string, string>>
  readonly line: Line
  /** The name of its verifier; undefined where nobody says which it has. */
  readonly verifier: string | undefined
  /** Whether an address is enough for its verifier; undefined where nobody says so. */
  readonly letsIn: InspectedKind['letsIn']
}

/** A kind at an address. */
export type Address = Pick<Target, 'kind' | 'url' | 'verifier' | 'letsIn'>

/**
 * The addresses that options name: each a whole one; with `{kind}` in it; or that of a module's application alone.
 *
 * @throws UsageError
 */
export function readAddresses(
  texts: readonly string[],
  wanted: readonly Kind[] | undefined,
  registrations: readonly Inspection[],
): readonly Address[] {
  const known = registrations.flatMap((one) => one.kinds)
  return texts
    .flatMap((text) => addressesOf(text, wanted, known))
    .map(({ kind, url }) => ({ kind, url, ...verifierOf(kind, known) }))
}

/** Undefined where registrations differ. */
function verifierOf(kind: Kind, known: readonly InspectedKind[]): Pick<Address, 'verifier' | 'letsIn'> {
  const those = known.filter((one) => one.kind === kind)
  const [verifier, other] = new Set(those.map((one) => one.verifier))
  if (verifier === undefined || other !== undefined) return { verifier: undefined, letsIn: undefined }
  return { verifier, letsIn: (address) => those.every(({ letsIn }) => letsIn?.(address) === true) }
}

function addressesOf(
  text: string,
  wanted: readonly Kind[] | undefined,
  known: readonly InspectedKind[],
): readonly Pick<Address, 'kind' | 'url'>[] {
  const [, word, rest = text] = /^([A-Za-z]+)=(https?:.*)$/s.exec(text) ?? []
  const url = wholeUrl(rest)
  const named = kinds.filter((kind) => kind.toLowerCase() === word?.toLowerCase())
  if (word !== undefined && named.length === 0)
    throw new UsageError(`--url: there is no kind '${printable(word)}', but ${kinds.join(', ')}.`)
  if (/\{kind\}|%7Bkind%7D/i.test(url.href))
    return (wanted ?? ['ussd']).map((kind) => ({ kind, url: new URL(usualUrl(url, kind), url) }))
  if (url.pathname === '/' && url.search === '' && known.length > 0) {
    return known
      .filter(({ kind }) => wanted?.includes(kind) ?? true)
      .map(({ kind, path }) => ({ kind, url: new URL(path, url) }))
  }
  const [kind] = [
    ...named,
    ...(wanted ?? []),
    ...kinds.filter((one) => segmentsOf(url).includes(usualPaths[one].slice(1))),
  ]
  if (kind !== undefined) return [{ kind, url }]
  throw new UsageError(`--url ${shownAddress(url)}: name its kind, as in --url ussd=https://….`)
}

function segmentsOf({ pathname }: URL): readonly string[] {
  return pathname.slice(1).split('/')
}

function wholeUrl(text: string): URL {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return new URL(text)
  throw new UsageError('--url takes a whole address, such as https://shop.example/push/ussd/the-secret.')
}
