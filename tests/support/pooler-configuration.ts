export interface PoolerOptions {
  readonly mode: 'transaction' | 'session'
  /** Startup settings of clients are ignored instead of rejected. */
  readonly ignoresSettings: boolean
  /** Connections to the server, shared by all clients. */
  readonly size: number
}

const startupSettings =
  'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout,extra_float_digits'

/** Configuration of a pgbouncer that leads to a database. */
export function poolerConfiguration(target: URL, port: number, options: PoolerOptions): string {
  const host = target.searchParams.get('host') ?? target.hostname
  const password = target.password ? ` password='${decodeURIComponent(target.password)}'` : ''
  return `[databases]
* = host=${host} port=${target.port || '5432'} user=${target.username}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${options.mode}
default_pool_size = ${options.size}
${options.ignoresSettings ? `ignore_startup_parameters = ${startupSettings}` : ''}
`
}
