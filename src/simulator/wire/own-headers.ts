import { validateHeaderName, validateHeaderValue } from 'node:http'
import { messageOf } from '../../text/message-of.ts'
import { FMW_SIMULATOR_APP } from '../errors.ts'

/** Headers that the application demands of every push, by their names in lower case: mostly secrets. */
export type OwnHeaders = Readonly<Record<string, string>>

type Headers = Readonly<Record<string, string>>

/**
 * Reads the headers of an application, and the name and password of its address, which are one too.
 *
 * @throws FMW_SIMULATOR_APP for one that HTTP can't carry
 */
export function readOwnHeaders(given: Headers, { username, password }: Pick<URL, 'username' | 'password'>): OwnHeaders {
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const headers: Record<string, string> =
    login === ':' ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` }
  for (const [name, value] of Object.entries(given)) {
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    } catch (error) {
      throw new FMW_SIMULATOR_APP(`can't send the header '${name}' (${messageOf(error)}): see headers of connect`)
    }
    headers[name.toLowerCase()] = value
  }
  return headers
}

/** What stands for such a header in the log, in the state and in recordings. */
export const hidden = '[hidden]'

/** Puts a stand-in for each header of the application that isn't there. */
export function withStandIns(headers: Headers, own: OwnHeaders): Headers {
  const there = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  const missing = Object.keys(own).filter((name) => !there.has(name))
  return { ...headers, ...Object.fromEntries(missing.map((name) => [name, hidden])) }
}

/** What goes over the line: stand-ins are filled in, and left out where the push doesn't go to the application. */
export function filledIn(headers: Headers, own: OwnHeaders): Headers {
  const entries = Object.entries(headers).flatMap(([name, value]) => {
    if (value !== hidden) return [[name, value]]
    const secret = own[name.toLowerCase()]
    return secret === undefined ? [] : [[name, secret]]
  })
  return Object.fromEntries(entries)
}

/** The same headers from somebody who doesn't know the secrets in them. */
export function forgedHeaders(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value === hidden ? 'forged' : value]))
}
