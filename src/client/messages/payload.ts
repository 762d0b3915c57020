import type { ClientSettings } from '../client-options.ts'
import type { RequestFields } from '../request-fields.ts'
import { type Content, readContent, readUserDataHeader, type UserDataHeader } from './content.ts'
import { readTypeNumber } from './message.ts'
import { countParts } from './message-parts.ts'

/** What a message carries, in the service's names (reference 2.9). */
export interface Payload {
  readonly Type: number | undefined
  readonly Content: string | undefined
  readonly Udh: string | undefined
}

/** What a message carries, as it was given. */
interface Given {
  readonly type?: unknown
  readonly content?: unknown
  readonly udh?: unknown
}

/** Reads type, content and header together: they have to fit each other. @throws ClientFieldError, FMW_CLIENT_OPTION */
export function readPayload(fields: RequestFields, given: Given, settings: ClientSettings): Payload {
  const { type, content, udh } = given
  const number = readTypeNumber(fields, type, settings)
  const header = readUserDataHeader(fields, udh)
  // How a WAP push is encoded is not shown, so its parts are not counted.
  if (type === 'wapPush') return { Type: number, Content: fields.text('content', content), Udh: header?.hex }
  const read = readContent(fields, type, content)
  checkParts(fields, read, header, settings)
  // Unset, the service takes it for text (reference 2.9).
  const isChosen = type === undefined && read.encoding === 'ucs2'
  return {
    Type: isChosen ? readTypeNumber(fields, 'unicode', settings) : number,
    Content: read.text,
    Udh: header?.hex,
  }
}

/** What a WAP push without content carries (reference 4.4). @throws ClientFieldError, FMW_CLIENT_OPTION */
export function readBarePush(fields: RequestFields, { type, udh }: Given, settings: ClientSettings): Payload {
  const number = readTypeNumber(fields, type, settings)
  return { Type: number, Content: undefined, Udh: readUserDataHeader(fields, udh)?.hex }
}

/** Refuses what would go out in more parts than the option allows. @throws ClientFieldError */
export function checkParts(
  fields: RequestFields,
  content: Content,
  header: UserDataHeader | undefined,
  { maxParts }: ClientSettings,
): void {
  const { parts, length, unit, perPart } = countParts(fields, content, header)
  if (parts <= maxParts) return
  throw fields.fault(
    'content',
    `short enough for ${maxParts} ${maxParts === 1 ? 'part' : 'parts'} (the option maxParts)`,
    `${length} ${unit} long, which takes ${parts} parts of ${perPart}`,
  )
}
