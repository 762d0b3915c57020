import type { ComponentChildren } from 'preact'

/** The head of a column: left out of words where what stands in it says enough. */
export interface Column {
  readonly name: string
  /** Classes of its width and side. */
  readonly look?: string
}

/** A table with its title above it, as wide as there is room. */
export function Table({
  title,
  columns = [],
  children,
}: {
  title: string
  columns?: readonly Column[]
  children: ComponentChildren
}) {
  return (
    <table class="w-full table-fixed">
      <caption class="text-left font-semibold mb-1">{title}</caption>
      {columns.length > 0 && (
        <thead>
          <tr class="text-quiet text-left border-b border-base-300">
            {columns.map(({ name, look = '' }) =>
              name === '' ? (
                <td key="bar" aria-hidden="true" class={look} />
              ) : (
                <th key={name} class={`font-normal py-1 ${look}`}>
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
      )}
      <tbody>{children}</tbody>
    </table>
  )
}

/** A line of it: its name, then its cells. */
export function TableRow({
  name,
  look,
  children,
}: {
  name: ComponentChildren
  look: string
  children: ComponentChildren
}) {
  return (
    <tr class="border-b border-base-300 align-top">
      <th scope="row" class={`py-1 text-left font-normal ${look}`}>
        {name}
      </th>
      {children}
    </tr>
  )
}
