import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** A dialog of the platform: Escape closes it, and the focus stays inside. */
export function Modal({
  label,
  isAtTop = false,
  onClose,
  children,
}: {
  label: string
  isAtTop?: boolean
  onClose: () => void
  children: ComponentChildren
}) {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    element.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      aria-label={label}
      class={`fixed inset-x-0 mx-auto p-0 w-[min(36rem,calc(100vw-1rem))] max-h-[80dvh] rounded-box border border-base-300 bg-base-100 text-base-content shadow-float backdrop:bg-black/40 ${isAtTop ? 'top-[8dvh] mb-auto' : 'my-auto inset-y-0'}`}
      onClose={onClose}
      // A click beside it closes it, as Escape does.
      onMouseDown={({ target }) => target === element.current && element.current?.close()}
    >
      {children}
    </dialog>
  )
}
