import type { ComponentType, VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/**
 * A part that comes in a file of its own when it's wanted: the first view needn't wait for it.
 *
 * @param fails hears that it doesn't come
 * @param until what stands in its place before it has come
 */
export function laterOr<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fails: () => void,
  until: VNode | null = null,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined
  return function Later(props: Props) {
    const [Part, setPart] = useState(() => known)
    useEffect(() => {
      if (Part !== undefined) return
      load().then((part) => {
        known = part
        setPart(() => part)
      }, fails)
    }, [])
    return Part === undefined ? until : <Part {...props} />
  }
}
