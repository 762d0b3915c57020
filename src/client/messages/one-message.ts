import { RequestFields } from '../request-fields.ts'

/** What a call about one message has in common with others. @throws ClientFieldError when no message is named */
export function oneMessage(name: string, messageId: string) {
  // The longest identifier that a push may have too.
  const fills = { messageId: new RequestFields(name).text('messageId', messageId, 256).trim() }
  return { name, fills, auth: 'basic' } as const
}
