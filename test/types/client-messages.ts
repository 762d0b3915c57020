/**
 * What may be sent as a message, as types. Nothing here runs: `tsc --noEmit` fails when a line under
 * `@ts-expect-error` compiles after all, or any other line does not.
 */
import { type MerchantClient, type MessageType, messageParts } from '../../src/client/index.ts'

declare const client: MerchantClient
const to = '+233000000000'
const time = new Date()

const sent = await client.messages.send({ from: 'Shop', to, content: 'Ready', clientReference: undefined })
export const messageId: string = sent.messageId
export const type: MessageType | null = (await client.messages.get(messageId)).type
await client.messages.send({ from: 'Shop', to, type: 'binary', content: new Uint8Array([1]), udh: '00', time })
await client.messages.send({ from: 'Shop', to, type: 'wapPush' })
await client.messages.schedule({ from: 'Shop', to, content: 'Ready', time })
await client.messages.reschedule(messageId, time)
await client.messages.query({ index: 0, limit: 10 }, { timeout: 1_000 })
export const parts: number = messageParts('Ready').parts + messageParts(new Uint8Array([1]), 'binary', '00').parts
export const unit: 'septets' | 'characters' | 'octets' = messageParts('Ready', 'unicode').unit

// @ts-expect-error how a WAP push is counted is not known
messageParts('Ready', 'wapPush')
// @ts-expect-error only a WAP push may be without content
await client.messages.send({ from: 'Shop', to, type: 'unicode' })
// @ts-expect-error bytes are binary
await client.messages.send({ from: 'Shop', to, content: new Uint8Array([1]) })
// @ts-expect-error the names of the wire are not those of the client
await client.messages.send({ From: 'Shop', To: to, Content: 'Ready' })
// @ts-expect-error a number is no type
await client.messages.send({ from: 'Shop', to, type: 2, content: 'Ready' })
// @ts-expect-error without a time nothing is scheduled
await client.messages.schedule({ from: 'Shop', to, content: 'Ready' })
// @ts-expect-error a scheduled WAP push has content
await client.messages.schedule({ from: 'Shop', to, type: 'wapPush', time })
// @ts-expect-error text is no time
await client.messages.reschedule(messageId, '2030-01-31 08:30:00')
// @ts-expect-error quick send is always text
await client.messages.quickSend({ from: 'Shop', to, type: 'text', content: 'Ready' })
// @ts-expect-error the answer to a query is not shown
await (await client.messages.query()).length
