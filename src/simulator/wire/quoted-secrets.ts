import { hideSecrets, spellings } from '../../text/hide-secrets.ts'
import { isPlainHeader } from '../../text/secrets/plain-headers.ts'
import type { LineAnswer } from './lines/line.ts'
import { hidden, type OwnHeaders } from './own-headers.ts'

/** The secrets of an application where its answers quote them: a 404 of Fastify says the whole address. */
export class QuotedSecrets {
  /** By what stands in their place. */
  readonly #forms: readonly (readonly [standIn: string, forms: readonly string[]])[]

  /** @param addressed what stands in the addresses, with its stand-ins */
  constructor(addressed: ReadonlyMap<string, string>, headers: OwnHeaders) {
    const secrets = [
      ...[...addressed].flatMap(([text, standIn]) => [text, decoded(text)].map((one) => [one, standIn] as const)),
      ...Object.entries(headers).flatMap(([name, value]) =>
        credentialsIn(name, value).map((one) => [one, hidden] as const),
      ),
    ]
    const long = secrets.filter(([text]) => text.length >= shortestSecret)
    // The longest first: one may be a part of another.
    this.#forms = long
      .sort(([one], [other]) => other.length - one.length)
      .map(([text, standIn]) => [standIn, formsOf(text)])
  }

  /** An answer as the log keeps it. */
  hiddenIn(answer: LineAnswer): LineAnswer {
    if (this.#forms.length === 0) return answer
    // As bytes, so that nothing else of a body is another.
    const bytes = answer.body.toString('latin1')
    const shown = this.hiddenInText(bytes)
    const headers = Object.entries(answer.headers).map(([name, value]) => [name, this.hiddenInText(value)] as const)
    return {
      ...answer,
      headers: Object.fromEntries(headers),
      body: shown === bytes ? answer.body : Buffer.from(shown, 'latin1'),
    }
  }

  hiddenInText(text: string): string {
    return this.#forms.reduce((shown, [standIn, forms]) => hideSecrets(shown, forms, standIn), text)
  }
}

/** In text, and as the bytes of UTF-8 that text is sent in. */
function formsOf(secret: string): readonly string[] {
  return spellings(secret.toWellFormed()).flatMap((form) => [form, Buffer.from(form).toString('latin1')])
}

/** As it stands in the path of an address, nothing may be escaped, or something that can't be. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A header as a whole, and what `Basic` says in it. */
function credentialsIn(name: string, value: string): readonly string[] {
  if (isPlainHeader(name)) return []
  const [, token] = /^basic +(\S+)$/i.exec(value) ?? []
  if (token === undefined) return [value]
  const pair = Buffer.from(token, 'base64').toString()
  return [value, token, pair, pair.slice(pair.indexOf(':') + 1)]
}

/** As the verifiers take them. A shorter one stands in other texts by chance. */
const shortestSecret = 8
