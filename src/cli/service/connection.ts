import { printable } from '../../text/clean-text.ts'
import { UsageError } from '../terminal.ts'

/** The address of an application, as an option gives it. @throws UsageError naming the option */
export function readAppAddress(option: string, text: string): URL {
  const url = URL.parse(text)
  if (url !== null && /^https?:$/.test(url.protocol)) return url
  throw new UsageError(`${option} takes a whole address, such as http://127.0.0.1:3000/push, not '${printable(text)}'.`)
}
