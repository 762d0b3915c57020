import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { fromNowhere } from './focus/keep-focus.ts'
import { rowLine } from './focus/row-line.ts'

/** The dialogs that are open, the one on top last: nothing outside of that one can be reached. */
export const openDialogs = signal<readonly HTMLDialogElement[]>([])

/** A dialog of the platform: Escape closes it at once, for the keys that come with it, and the focus stays inside. */
export function Modal({
  label,
  isAtTop = false,
  isForm = false,
  isTall = false,
  onClose,
  children,
}: {
  label: string
  isAtTop?: boolean
  /** Wider, and a click beside it loses nothing that was typed. */
  isForm?: boolean
  /** As high as the window. */
  isTall?: boolean
  onClose: () => void
  children: ComponentChildren
}) {
  const element = useRef<HTMLDialogElement>(null)
  const isClosed = useRef(false)
  const close = (): void => {
    if (!isClosed.current) onClose()
    isClosed.current = true
  }
  useEffect(() => {
    const before = document.activeElement
    const dialog = element.current
    if (dialog === null) return undefined
    dialog.toggleAttribute(fromNowhere, before === document.body)
    dialog.showModal()
    openDialogs.value = [...openDialogs.value, dialog]
    return () => {
      openDialogs.value = openDialogs.value.filter((one) => one !== dialog)
      isClosed.current = true
      const { activeElement } = document
      const isLeft = activeElement !== null && activeElement !== document.body && !dialog.contains(activeElement)
      // While it's open nothing behind it takes the focus.
      dialog.close()
      // A key that came as it closed has led elsewhere.
      if (isLeft && activeElement !== before) return
      // What keys are about where nothing has the focus.
      const back = before === document.body ? rowLine() : before
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={element}
      aria-label={label}
      class={`fixed inset-x-0 mx-auto p-0 outline-none ${isForm ? 'w-[min(56rem,calc(100vw-1rem))]' : 'w-[min(36rem,calc(100vw-1rem))]'} ${isForm || isTall ? 'max-h-[96dvh]' : 'max-h-[80dvh]'} rounded-box border border-base-300 bg-base-100 text-base-content shadow-float backdrop:bg-black/40 ${isAtTop ? 'top-[8dvh] mb-auto' : 'my-auto inset-y-0'}`}
      onClose={close}
      // The platform tells of the end some ms after Escape: a key between the two would be lost.
      onCancel={({ target }) => target === element.current && close()}
      // A click beside it closes it, as Escape does.
      onMouseDown={({ target }) => !isForm && target === element.current && close()}
    >
      {children}
    </dialog>
  )
}
