import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes a stand-in for the image of Node that a Dockerfile starts from, where no registry of images can be reached: Debian as debootstrap
 * makes it, Node and npm from the registry of packages, and the user `node`. It is larger than the real one, and not it.
 *
 * @param image as FROM names it, such as node:24-slim
 * @param folder where it is made
 * @param buildah runs a command of buildah, and resolves with what it printed
 */
export async function makeBaseImage(image, folder, buildah) {
  const [, major] = /^node:(\d+)-slim$/.exec(image) ?? []
  if (major === undefined)
    throw new Error(`The Dockerfile starts from ${image}, of which this script knows no stand-in.`)
  const packages = join(folder, 'packages')
  mkdirSync(packages)
  writeFileSync(join(packages, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', `node@${major}`, 'npm@11'], {
    cwd: packages,
  })
  const root = join(folder, 'root')
  execFileSync('debootstrap', ['--variant=minbase', 'bookworm', root], { stdio: ['ignore', 'ignore', 'inherit'] })
  addNode(join(packages, 'node_modules'), join(root, 'usr/local'))
  execFileSync('chroot', [root, 'useradd', '--uid', '1000', '--user-group', '--create-home', 'node'])
  const container = (await buildah('from', 'scratch')).trim()
  await buildah('add', '--quiet', container, root, '/')
  // A machine whose network looks into TLS says whom to trust. The image must trust it too, to reach the registry of packages.
  const trusted = process.env.NODE_EXTRA_CA_CERTS
  if (trusted !== undefined) {
    await buildah('add', '--quiet', container, realpathSync(trusted), '/etc/ssl/trusted.pem')
    await buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/trusted.pem', container)
  }
  await buildah('config', '--entrypoint', '["docker-entrypoint.sh"]', '--cmd', '["node"]', container)
  await buildah('commit', '--quiet', '--rm', container, image)
}

function addNode(modules, local) {
  cpSync(realpathSync(join(modules, 'node/bin/node')), join(local, 'bin/node'))
  cpSync(join(modules, 'npm'), join(local, 'lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true })
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, `bin/${name}`))
  // As in the real one: what isn't a command is given to node.
  const entry = '#!/bin/sh\nset -e\nif ! command -v "$1" >/dev/null 2>&1; then set -- node "$@"; fi\nexec "$@"\n'
  writeFileSync(join(local, 'bin/docker-entrypoint.sh'), entry, { mode: 0o755 })
}
