import { useRef, useState } from 'preact/hooks'
import { attempt } from './state.ts'

/** Sends one order at a time: a second click, or a second Enter, while it is under way does nothing. */
export function useSending(): [isSending: boolean, send: (work: () => Promise<void>) => Promise<boolean>] {
  const [isSending, setSending] = useState(false)
  // A second click may come before the first is drawn.
  const isUnderWay = useRef(false)
  const send = async (work: () => Promise<void>): Promise<boolean> => {
    if (isUnderWay.current) return false
    isUnderWay.current = true
    setSending(true)
    const isDone = await attempt(work)
    isUnderWay.current = false
    setSending(false)
    return isDone
  }
  return [isSending, send]
}
