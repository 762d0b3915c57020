import type { Kind } from '../../../pushes/kinds.ts'
import { altered, secretsIn } from './forged-address.ts'

/**
 * The secrets in the addresses of an application: the log, the state and recordings have `[hidden]` in the place of one, and
 * `[hidden-2]` in that of a second. On the line alone they are put back.
 */
export class AddressSecrets {
  readonly #secrets: readonly string[]
  readonly #names: ReadonlySet<string>
  /** Each secret with what stands for it. */
  readonly standIns: ReadonlyMap<string, string>

  constructor(urls: ReadonlyMap<Kind, URL>) {
    this.#secrets = [...secretsIn(urls)]
    this.standIns = new Map(this.#secrets.map((secret, at) => [secret, standInAt(at)]))
    const queries = [...urls.values()].flatMap(({ searchParams }) => [...searchParams])
    this.#names = new Set(queries.flatMap(([name, value]) => (this.#secrets.includes(value) ? [name] : [])))
  }

  /** The address as it may be kept. */
  hidden(url: URL): URL {
    return this.#replaced(url, (text) => this.standIns.get(text) ?? text, String)
  }

  /** The address that a push goes to: with its secrets, and those of a forger instead of `[forged]`. */
  filledIn(url: URL): URL {
    return this.#replaced(url, (text) => this.#secretOf(text), encodeURIComponent)
  }

  #secretOf(text: string): string {
    const [, word, number = '1'] = aStandIn.exec(text) ?? []
    const secret = word === undefined ? undefined : this.#secrets[Number(number) - 1]
    if (secret === undefined) return text
    return word === 'forged' ? altered(secret) : secret
  }

  #replaced(url: URL, of: (text: string) => string, written: (value: string) => string): URL {
    if (this.#secrets.length === 0) return url
    const replaced = new URL(url)
    replaced.pathname = url.pathname.split('/').map(of).join('/')
    // As it's written: what the service has put there stays byte for byte.
    const pairs = url.search.slice(1).split('&')
    replaced.search = pairs
      .map((pair) => {
        const [[name = '', value = ''] = []] = new URLSearchParams(pair)
        const other = this.#names.has(name) ? of(value) : value
        return other === value ? pair : `${encodeURIComponent(name)}=${written(other)}`
      })
      .join('&')
    return replaced
  }
}

function standInAt(at: number): string {
  return at === 0 ? '[hidden]' : `[hidden-${at + 1}]`
}

const aStandIn = /^\[(hidden|forged)(?:-(\d{1,3}))?\]$/
