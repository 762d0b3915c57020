/** A text message that the application sent, or that a subscriber sent to it (reference 2.9). */
export interface Message {
  /** UUID without dashes. */
  readonly id: string
  readonly direction: 'in' | 'out'
  /** 0 text, 1 binary, 2 unicode. */
  readonly type: number
  readonly from: string
  readonly to: string
  readonly content: string
  readonly udh: string | null
  readonly clientReference: string | null
  readonly registeredDelivery: boolean
  readonly isFlash: boolean
  readonly networkId: string
  /** Number of parts. */
  readonly units: number
  /** Total cost. */
  readonly rate: number
  /** Epoch ms at which it was, or will be, sent. */
  time: number
  /** Epoch ms of the last change of its status. */
  updatedAt: number
  /** One of the words of reference 3.2. */
  status: string
  /** Epoch ms at which the phone got it; null while it hasn't. */
  arrivedAt: number | null
  /** The job that changes its status next; null where nothing follows. */
  nextJob: number | null
}
