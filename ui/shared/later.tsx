import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { attempt } from '../state/notices.ts'

/** A part that comes in a file of its own when it's wanted: the first view needn't wait for it. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let known: ComponentType<Props> | undefined
  return function Later(props: Props) {
    const [Part, setPart] = useState(() => known)
    useEffect(() => {
      if (Part !== undefined) return
      void attempt(load).then((part) => {
        known = part
        setPart(() => part)
      })
    }, [])
    return Part === undefined ? null : <Part {...props} />
  }
}
