import { effect, signal } from '@preact/signals'

export type Theme = 'system' | 'light' | 'dark'

const kept = readKept()

export const theme = signal<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system')

effect(() => {
  const { dataset } = document.documentElement
  if (theme.value === 'system') delete dataset.theme
  else dataset.theme = theme.value
  try {
    localStorage.setItem('theme', theme.value)
  } catch {
    // A browser that keeps nothing still shows the theme.
  }
})

export function nextTheme(): void {
  theme.value = theme.value === 'system' ? (isDark() ? 'light' : 'dark') : theme.value === 'dark' ? 'light' : 'dark'
}

export function isDark(): boolean {
  return theme.value === 'dark' || (theme.value === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
}

function readKept(): string | null {
  try {
    return localStorage.getItem('theme')
  } catch {
    return null
  }
}
