import { spawn } from 'node:child_process'

/** Shows an address in the browser of the person who sits here. Where there is none, nothing happens. */
export function openBrowser(url: string, { platform, env }: Pick<NodeJS.Process, 'platform' | 'env'> = process): void {
  const words = browserCommand(platform, env)
  if (words === undefined) return
  const [file, ...args] = words
  const child = spawn(file, [...args, url], { stdio: 'ignore', detached: true })
  // The address stands on the screen too.
  child.once('error', () => undefined)
  child.unref()
}

/** What opens an address; undefined on a machine without a desktop. */
export function browserCommand(
  platform: NodeJS.Platform,
  { DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv,
): readonly [string, ...string[]] | undefined {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return DISPLAY === undefined && WAYLAND_DISPLAY === undefined ? undefined : ['xdg-open']
}
