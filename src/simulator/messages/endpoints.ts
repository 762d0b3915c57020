import type { Call } from '../api/call.ts'
import type { CallAnswer, Endpoint } from '../api/endpoint.ts'
import type { About, EndpointName } from '../log/row.ts'
import type { ServicePaths } from '../paths.ts'
import type { Service } from '../service.ts'
import type { Message } from '../world/world.ts'
import type { MessageLife } from './life.ts'
import {
  quickSendIgnores,
  type Refused,
  readMessage,
  readSendTime,
  refusal,
  refusalBody,
  writeTime,
} from './read-message.ts'

/** The endpoints of messages (reference 4.3 to 4.9). */
export function messageEndpoints(service: Service, life: MessageLife): Endpoint[] {
  const { paths, messages: rules } = service.settings
  const calls = new MessageCalls(service, life)
  const at = (name: MessageCall, method: Endpoint['method'], handle: Endpoint['handle']): Endpoint => {
    return { name, method, path: paths[name], access: 'basic', refusal: refusalBody('401', rules), handle }
  }
  return [
    { ...at('quickSend', 'GET', (call) => calls.quickSend(call)), access: 'query' },
    at('sendMessage', 'POST', (call) => calls.send(call)),
    at('queryMessages', 'GET', (call) => calls.query(call)),
    at('getMessage', 'GET', (call) => calls.get(call)),
    at('rescheduleMessage', 'PUT', (call) => calls.reschedule(call)),
    at('cancelMessage', 'DELETE', (call) => calls.cancel(call)),
    // At one address the time tells which it is.
    ...(paths.scheduleMessage === paths.sendMessage
      ? []
      : [at('scheduleMessage', 'POST', (call) => calls.schedule(call))]),
  ]
}

type MessageCall = keyof ServicePaths & EndpointName

class MessageCalls {
  readonly #service: Service
  readonly #life: MessageLife

  constructor(service: Service, life: MessageLife) {
    this.#service = service
    this.#life = life
  }

  send(call: Call): CallAnswer {
    const answer = this.#take(call, 201)
    return call.text('Time') === undefined ? answer : { ...answer, name: 'scheduleMessage' }
  }

  schedule(call: Call): CallAnswer {
    if (call.text('Time') === undefined) return this.#refuse({ code: '400/5', detail: 'Time is missing' })
    return this.#take(call, 201)
  }

  quickSend(call: Call): CallAnswer {
    return this.#take(call, 200, quickSendIgnores)
  }

  get(call: Call): CallAnswer {
    const message = this.#find(call)
    if (message === undefined) return this.#refuse({ code: '404' })
    const { id, from, to, content } = message
    const body = { MessageId: id, From: from, To: to, ...this.#state(message), Content: content }
    return { status: 200, body, about: aboutOf(message) }
  }

  query(call: Call): CallAnswer {
    const { index: counts, limit: usual, queryAnswer: form } = this.#service.settings.messages
    const index = countOf(call, 'index', 0)
    const limit = countOf(call, 'limit', usual)
    if (index === undefined || limit === undefined) {
      return this.#refuse({ code: '400/8', detail: 'index and limit are whole numbers of 0 or more' })
    }
    const first = counts === 'pages' ? index * limit : index
    const newestFirst = [...this.#service.world.messages.values()].reverse()
    const Messages = newestFirst.slice(first, first + limit).map((message) => this.#whole(message))
    return { status: 200, body: form === 'array' ? Messages : { Messages } }
  }

  reschedule(call: Call): CallAnswer {
    const message = this.#find(call)
    if (message === undefined) return this.#refuse({ code: '404' })
    const about = aboutOf(message)
    if (call.isMalformed) return this.#refuse({ code: '400/100', detail: 'the body is no JSON object' }, about)
    const text = call.text('Time')
    const now = this.#service.clock.now()
    const time = text === undefined ? undefined : readSendTime(text, now)
    if (time === undefined) {
      return this.#refuse({ code: '400/5', detail: 'Time is YYYY-MM-DD HH:MM:SS in GMT, and lies ahead' }, about)
    }
    if (message.status !== 'Scheduled' && !hasFailed(message)) {
      return this.#refuse(
        { code: '400/8', detail: `the message is ${message.status}, and only one that waits or failed can be sent` },
        about,
      )
    }
    this.#life.schedule(message, time ?? now)
    return { ...this.#rescheduled(message), about }
  }

  #rescheduled(message: Message): CallAnswer {
    switch (this.#service.settings.messages.rescheduleAnswer) {
      case 'sent':
        return { status: 200, body: sentBody(message) }
      case 'status':
        return { status: 200, body: { Status: 0 } }
      case 'message':
        return { status: 200, body: this.#whole(message) }
      case 'nothing':
        return { status: 204, body: Buffer.alloc(0) }
    }
  }

  async cancel(call: Call): Promise<CallAnswer> {
    const message = this.#find(call)
    if (message === undefined) return this.#refuse({ code: '404' })
    const about = aboutOf(message)
    if (message.status !== 'Scheduled') {
      return this.#refuse(
        { code: '400/8', detail: `the message is ${message.status}, and no longer waits for its time` },
        about,
      )
    }
    await this.#life.cancel(message)
    return { status: 200, body: { Status: 0 }, about }
  }

  #take(call: Call, status: number, ignored?: ReadonlySet<string>): CallAnswer {
    const { clock, random, settings, world } = this.#service
    const now = clock.now()
    const read = readMessage(call, settings.messages, now, ignored)
    if ('code' in read) return this.#refuse(read, { mobile: call.text('To'), reference: call.text('ClientReference') })
    const { time, ...accepted } = read
    const message: Message = {
      ...accepted,
      id: random.uuid().replaceAll('-', ''),
      direction: 'out',
      rate: read.units * settings.messages.rate,
      time: now,
      updatedAt: now,
      status: 'Accepted',
      arrivedAt: null,
      nextJob: null,
    }
    if (time === null && !this.#life.canPay(message)) return this.#refuse({ code: '402' }, aboutOf(message))
    world.messages.set(message.id, message)
    if (time === null) this.#life.submit(message)
    else this.#life.schedule(message, time)
    const headers = { location: settings.paths.getMessage.replace('{messageId}', message.id) }
    const isQuick = ignored !== undefined
    return {
      status,
      body: { ...sentBody(message), ...(isQuick && { ClientReference: message.clientReference }) },
      ...(!isQuick && { headers }),
      about: aboutOf(message),
    }
  }

  #refuse(refused: Refused, about?: About): CallAnswer {
    return refusal(refused, this.#service.settings.messages, about)
  }

  #find(call: Call): Message | undefined {
    const id = (call.text('messageId') ?? '').replaceAll('-', '').toLowerCase()
    return this.#service.world.messages.get(id)
  }

  /** Everything of reference 2.9. */
  #whole(message: Message) {
    return {
      MessageId: message.id,
      Type: message.type,
      From: message.from,
      To: message.to,
      Content: message.content,
      Udh: message.udh,
      Direction: message.direction,
      ...this.#state(message),
      ClientReference: message.clientReference,
      RegisteredDelivery: message.registeredDelivery,
      FlashMessage: message.isFlash,
    }
  }

  #state({ time, updatedAt, networkId, units, rate, status }: Message) {
    return {
      Time: writeTime(time),
      UpdateTime: writeTime(updatedAt),
      NetworkId: networkId,
      Units: units,
      Rate: rate,
      Status: status,
    }
  }
}

function sentBody({ id, rate, networkId }: Message) {
  return { Status: 0, MessageId: id, Rate: rate, NetworkId: networkId }
}

function aboutOf({ id, to, clientReference }: Message) {
  return { messageId: id, mobile: to, reference: clientReference ?? undefined }
}

/** What comes of nothing more, and never arrived. */
function hasFailed({ direction, arrivedAt, nextJob }: Message): boolean {
  return direction === 'out' && arrivedAt === null && nextJob === null
}

function countOf(call: Call, name: string, usual: number): number | undefined {
  if ((call.value(name) ?? '') === '') return usual
  const count = call.number(name)
  return count !== undefined && Number.isInteger(count) && count >= 0 ? count : undefined
}
