import { useEffect, useRef } from 'preact/hooks'
import { timeOfDay, visible } from '../../shared/format.ts'
import type { PhoneState } from '../../state/types.ts'
import { texts } from '../../texts/index.ts'

/** The messages of the cheapest handset, in its few lines: the newest is in sight. */
export function MessageLines({ messages }: Pick<PhoneState, 'messages'>) {
  const last = useRef<HTMLParagraphElement>(null)
  useEffect(() => last.current?.scrollIntoView({ block: 'nearest' }), [messages.length])
  if (messages.length === 0) return texts.handset.noMessages
  return messages.map(({ direction, from, text, binary, at, messageIds }) => (
    <p key={messageIds.join()} ref={last} class="pb-1 as-said">
      <span class="text-quiet">
        {direction === 'out' ? texts.you : visible(from)} {timeOfDay(at).slice(0, 5)}
      </span>
      {'\n'}
      {binary === null ? visible(text) : texts.binary(binary)}
    </p>
  ))
}
