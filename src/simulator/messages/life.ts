import type { MessageStatus } from '../../catalogue/message-statuses.ts'
import type { Service } from '../service.ts'
import { withDashes } from '../wire/names.ts'
import type { Message } from '../world/world.ts'
import { type LifeStep, magicOf } from './magic-numbers.ts'

/**
 * What becomes of a message after the service took it: its statuses come with time (reference 3.2), and those of a
 * message with a requested report are reported (reference 2.10, 6).
 */
export class MessageLife {
  readonly #service: Service

  constructor(service: Service) {
    this.#service = service
    service.jobs.done('message due', (id) => this.#submitScheduled(String(id)))
    service.jobs.done('message step', (data) => this.#step(data as StepData))
  }

  /** Sends it now. What it costs is to be there. */
  submit(message: Message): void {
    this.#service.world.messagesCost += message.rate
    this.#set(message, 'Submitted')
    this.#await(message, 0)
  }

  /** Sends it when its time comes. */
  schedule(message: Message, time: number): void {
    this.stop(message)
    message.time = time
    this.#set(message, 'Scheduled')
    message.nextJob = this.#service.jobs.after(time - this.#service.clock.now(), 'message due', message.id)
  }

  /** Nothing follows any more. */
  stop(message: Message): void {
    if (message.nextJob !== null) this.#service.jobs.cancel(message.nextJob)
    message.nextJob = null
  }

  /** It will not be sent. */
  async cancel(message: Message): Promise<void> {
    this.stop(message)
    await this.become(message, 'Deleted')
  }

  /** Gives it a status, and reports it where that was asked for. */
  async become(message: Message, status: MessageStatus): Promise<void> {
    this.#set(message, status)
    if (status === 'Delivered') message.arrivedAt ??= message.updatedAt
    if (this.#isReported(message)) await this.#report(message)
  }

  canPay({ rate }: Pick<Message, 'rate'>): boolean {
    return this.#service.settings.messages.balance - this.#service.world.messagesCost >= rate
  }

  async #submitScheduled(id: string): Promise<void> {
    const message = this.#service.world.messages.get(id)
    if (message === undefined) return
    message.nextJob = null
    if (!this.canPay(message)) return this.become(message, 'Out of Credit')
    this.submit(message)
    if (this.#isReported(message)) await this.#report(message)
  }

  async #step({ id, step }: StepData): Promise<void> {
    const message = this.#service.world.messages.get(id)
    const next = message && this.#lifeOf(message)[step]
    if (message === undefined || next === undefined) return
    this.#await(message, step + 1)
    await this.become(message, next.status)
  }

  /** Waits for a step of its life, if there is one. */
  #await(message: Message, step: number): void {
    const next = this.#lifeOf(message)[step]
    const { jobs, clock } = this.#service
    message.nextJob =
      next === undefined
        ? null
        : jobs.after(message.time + next.after - clock.now(), 'message step', { id: message.id, step })
  }

  #lifeOf({ to }: Message): readonly LifeStep[] {
    const { delivery } = this.#service.settings.messages
    return (
      magicOf(to)?.life ?? [
        { status: 'Sent', after: delivery / 2 },
        { status: 'Delivered', after: delivery },
      ]
    )
  }

  #set(message: Message, status: MessageStatus): void {
    message.status = status
    message.updatedAt = this.#service.clock.now()
  }

  #isReported({ registeredDelivery, to, nextJob }: Message): boolean {
    const isLast = nextJob === null
    return (
      registeredDelivery &&
      magicOf(to)?.isSilent !== true &&
      (isLast || this.#service.settings.messages.reports === 'each')
    )
  }

  async #report({ id, from, to, clientReference, status }: Message): Promise<void> {
    const { reportIds, reportWords } = this.#service.settings.messages
    await this.#service.sender.tell({
      kind: 'deliveryReport',
      fields: {
        From: from,
        To: to,
        MessageId: reportIds === 'dashed' ? withDashes(id) : id,
        ...(clientReference !== null && { ClientReference: clientReference }),
        Status: reportWords === 'joined' ? status.replaceAll(' ', '') : status,
      },
      url: null,
      about: { messageId: id, mobile: to, reference: clientReference ?? undefined },
    })
  }
}

interface StepData {
  readonly id: string
  /** Its place in the life. */
  readonly step: number
}
