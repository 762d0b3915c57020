import type { FastifyRequest } from 'fastify'
import { pageHeaders } from '../../built-files.ts'
import { FMW_OPERATOR_ORIGIN } from '../errors.ts'

/**
 * Lets in what the page itself has sent, and no page of another site: browsers say where a request comes from. Over plain
 * HTTP they don't say `Sec-Fetch-Site`, but `Origin`.
 *
 * @throws FMW_OPERATOR_ORIGIN
 */
export function refuseOtherSites({ headers, host }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return
  if (site !== undefined) throw new FMW_OPERATOR_ORIGIN(`Sec-Fetch-Site is '${String(site)}'`)
  const { origin } = headers
  if (origin === undefined) throw new FMW_OPERATOR_ORIGIN('there is neither Sec-Fetch-Site nor Origin')
  if (!URL.canParse(origin) || new URL(origin).host !== host.toLowerCase()) {
    throw new FMW_OPERATOR_ORIGIN(`Origin '${origin}' is not this host`)
  }
}

/**
 * Nothing is kept or listed, nothing but the page's own files runs, and no other page may show this one. What a person has
 * typed or kept as a bookmark was opened by no page, so there is nobody to cut off: in Chromium that alone costs a
 * second process, a quarter of the first view.
 */
export function safelyFor({ headers }: FastifyRequest): Readonly<Record<string, string>> {
  return headers['sec-fetch-site'] === 'none' ? safely : { ...safely, 'cross-origin-opener-policy': 'same-origin' }
}

const safely = { ...pageHeaders(), 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }
