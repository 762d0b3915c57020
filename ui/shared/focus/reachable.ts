/** Of a box that scrolls: the keyboard must reach it, or nobody without a mouse reads to its end. */
export const reachable = { tabIndex: 0 } as const
