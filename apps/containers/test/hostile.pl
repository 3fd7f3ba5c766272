# Tries to get out of its container, and prints one line for each attempt: its name and whether it succeeded. It is run by
# the Perl that every Debian has, without modules. Lines of `control` must succeed: they show that the attempts can.
my $tmp = '/tmp';
my %given = map { split /=/, $_, 2 } @ARGV;
$| = 1;

sub try_ { my ($name, $attempt) = @_; my $done = eval { $attempt->() } ? 'succeeded' : 'failed'; alarm 0; print "$name\t$done\n"; }
sub socket_address { my ($host, $port) = @_; pack 'S n C4 x8', 2, $port, split /\./, $host }
sub answer {
  my ($host, $port, $from) = @_;
  local $SIG{ALRM} = sub { die };
  alarm 3;
  socket(my $socket, 2, 1, 0) or return '';
  if ($from) { setsockopt($socket, 0, 15, pack 'i', 1); bind($socket, socket_address($from, 0)) or return ''; }
  connect($socket, socket_address($host, $port)) or return '';
  syswrite $socket, "GET / HTTP/1.0\r\n\r\n";
  my $text = ''; while (sysread $socket, my $part, 4096) { $text .= $part } alarm 0;
  return $text;
}
sub reaches { my $text = answer(@_); return $text =~ /canary/ }
sub address_of { my $packed = gethostbyname $_[0]; return $packed ? join('.', unpack 'C4', $packed) : '' }
sub dns {
  my ($server, $name, $type) = @_;
  socket(my $socket, 2, 2, 0) or return '';
  my $question = pack('n6', 7, 256, 1, 0, 0, 0) . join('', map { pack 'C/a', $_ } split /\./, $name) . pack('C n n', 0, $type, 1);
  send($socket, $question, 0, socket_address($server, 53)) or return '';
  my $ready = ''; vec($ready, fileno $socket, 1) = 1;
  return '' unless select $ready, undef, undef, 1;
  recv $socket, my $reply, 512, 0; return $reply;
}
sub opens { my ($mode, $path) = @_; return open my $file, $mode, $path }
sub fills { my ($path, $mebibytes) = @_; open(my $file, '>', $path) or return 0; my $block = 'x' x 1048576;
  my $all = 1; for (1 .. $mebibytes) { my $count = syswrite $file, $block; if (!defined $count || $count < 1048576) { 1 while defined $count && defined syswrite $file, $block; $full = int $!; $all = 0; last } }
  close $file; unlink $path; return $all; }
sub busybox { return system("/bin/busybox @_ >/dev/null 2>&1") == 0 }
sub in_child { my ($work) = @_; my $child = fork; return 0 unless defined $child; if ($child == 0) { $work->(); kill 9, $$ } waitpid $child, 0; return $? == 0 }
sub kernel { my ($number, @arguments) = @_; return syscall($number, @arguments) >= 0 }

try_ 'control: reaches the service', sub { reaches(address_of('service.containers.internal'), $given{service_port}) };
try_ 'control: reaches the declared destination', sub { reaches(address_of('open.acme.test'), $given{open_port}) };
try_ 'control: writes to /data', sub { opens '>', '/data/file' };
try_ 'control: writes to /tmp', sub { fills "$tmp/file", 2 };

# Network.
try_ 'reaches another container', sub { answer($given{other}, 8080) ne '' };
try_ 'reaches the service address of another container', sub { answer($given{other_service}, $given{service_port}) ne '' };
try_ 'reaches the destination of another container', sub { answer($given{other_destination}, $given{open_port}) ne '' };
try_ 'takes the address of another container', sub { reaches($given{other_destination}, $given{open_port}, $given{other}) };
try_ 'reaches the host at its gateway', sub { reaches($given{gateway}, $given{host_port}) };
try_ 'reaches the host at the address of the service', sub { reaches($given{own_service}, $given{host_port}) };
try_ 'reaches the loopback of the host', sub { reaches('127.0.0.1', $given{host_port}) };
try_ 'reaches another port of a declared name', sub { reaches(address_of('open.acme.test'), $given{host_port}) };
try_ 'reaches an address elsewhere', sub { reaches($given{outside}, $given{host_port}) };
try_ 'reaches a declared name that has a private address', sub { reaches(address_of('inside.acme.test'), $given{open_port}) };
try_ 'resolves a name that is not declared', sub { address_of('undeclared.acme.test') ne '' };
try_ 'tunnels through its name server', sub { length(dns($given{own_service}, 'c2VjcmV0.tunnel.acme.test', 16)) > 12 + 31 };
try_ 'asks another name server', sub { dns($given{gateway}, 'open.acme.test', 1) ne '' };
try_ 'asks a name server elsewhere', sub { dns($given{outside}, 'open.acme.test', 1) ne '' };
try_ 'pings the host', sub { busybox "ping -c 1 -W 1 $given{gateway}" };
try_ 'has an IPv6 address', sub { open my $file, '<', '/proc/net/if_inet6' or return 0; grep { !/ lo$/ } <$file> };
try_ 'opens a raw socket', sub { socket my $socket, 2, 3, 1 };
try_ 'opens a packet socket', sub { socket my $socket, 17, 3, 768 };
try_ 'changes its routes', sub { busybox 'ip route add default via 10.0.0.1 dev lo' };
try_ 'adds an address', sub { busybox "ip address add $given{other}/32 dev lo" };
try_ 'reaches the socket of an engine', sub {
  for my $path ('/var/run/docker.sock', '/run/docker.sock', '/run/podman/podman.sock') {
    socket(my $socket, 1, 1, 0); return 1 if connect $socket, pack('S a108', 1, $path);
  }
  return 0;
};

# Files.
try_ 'writes to the root', sub { opens '>', '/bin/evil' };
try_ 'replaces its program', sub { opens '>>', '/bin/busybox' };
try_ 'executes a file of /tmp', sub { busybox("cp /bin/busybox $tmp/copy") && busybox("chmod 755 $tmp/copy") && system("$tmp/copy true") == 0 };
try_ 'reads the host through a symbolic link', sub { symlink $given{secret}, '/data/link'; opens '<', '/data/link' };
try_ 'reads the host through a process', sub { opens '<', "/proc/1/root$given{secret}" };
try_ 'fills /tmp', sub { fills "$tmp/file", $given{tmp_mib} + 8 };
if ($given{data_mib}) {
  try_ 'control: finds /data full at its limit', sub { !fills('/data/large', $given{data_mib} + 8) && $full == 28 };
  try_ 'fills more of /data than its limit', sub { fills '/data/large', $given{data_mib} };
  try_ 'makes more files in /data than it holds', sub {
    mkdir '/data/many'; my $all = 1;
    for (1 .. $given{data_mib} * 1024) { open(my $file, '>', "/data/many/$_") or do { $all = 0; last } }
    busybox 'rm -rf /data/many'; return $all;
  };
}
try_ 'reads the memory of the kernel', sub { open(my $file, '<', '/proc/kcore') && sysread $file, my $bytes, 16 };
try_ 'opens a device of the host', sub { grep { opens '<', $_ } '/dev/mem', '/dev/kmsg', '/dev/sda', '/dev/vda', '/dev/loop0' };
try_ 'makes a device', sub { busybox "mknod $tmp/device c 1 1" };
try_ 'gives a file away', sub { chown 1, 1, '/data/file' };
try_ 'changes the kernel', sub { opens('>', '/proc/sys/kernel/core_pattern') || opens('>', '/proc/sysrq-trigger') };
try_ 'changes its limits', sub { grep { mkdir "$_/evil" } '/sys/fs/cgroup', '/sys/fs/cgroup/memory', '/sys/fs/cgroup/pids' };
try_ 'mounts', sub { busybox 'mount -t tmpfs none /tmp' };
try_ 'changes its root', sub { chroot '/data' };

# Processes and the kernel.
try_ 'has a user id of the host', sub { open my $file, '<', '/proc/self/uid_map' or return 1; grep { my ($first, $outside) = split ' '; $outside < 65536 } <$file> };
try_ 'becomes another user', sub { in_child(sub { $< = 1; exit($< == 1 ? 0 : 1) }) };
try_ 'sees a process of the host', sub { opendir my $folder, '/proc' or return 0; grep { /^\d+$/ && $_ > 4096 } readdir $folder };
try_ 'signals a process of the host', sub { kill 0, $given{host_pid} };
try_ 'raises its priority', sub { setpriority 0, 0, -5 };
try_ 'opens more files than it may', sub { my @files; for (1 .. 2000) { open(my $file, '<', '/bin/busybox') or return 0; push @files, $file } return 1 };
try_ 'starts more processes than it may', sub {
  my @children; my $count = 0;
  for (1 .. $given{processes} * 4) { my $child = fork; last unless defined $child; if ($child == 0) { sleep 30; kill 9, $$ } $count++; push @children, $child }
  kill 9, @children; waitpid $_, 0 for @children; return $count >= $given{processes};
};
try_ 'takes more memory than it may', sub { in_child(sub { my $bytes = 'x' x ($given{memory_mib} * 2 * 1048576); exit 0 }) };
if ($given{architecture} eq 'x64') {
  try_ 'traces a process of the host', sub { kernel 101, 16, int $given{host_pid}, 0, 0 };
  try_ 'changes its network from a user namespace', sub { in_child(sub { kernel(272, 0x10000000); exit(busybox("ip address add $given{other}/32 dev lo") ? 0 : 1) }) };
  try_ 'makes a mount namespace', sub { in_child(sub { exit(kernel(272, 0x20000) ? 0 : 1) }) };
  try_ 'loads a program into the kernel', sub { my $attributes = "\0" x 64; kernel 321, 0, $attributes, 64 };
  try_ 'measures the kernel', sub { my $attributes = "\0" x 128; kernel 298, $attributes, 0, -1, -1, 0 };
  try_ 'loads a module', sub { my $module = 'x'; my $none = ''; kernel 175, $module, 1, $none };
  try_ 'raises its limit of open files', sub { my $limits = pack 'QQ', 65536, 65536; kernel 160, 7, $limits };
  try_ 'changes the name of the host', sub { my $name = 'evil'; kernel 170, $name, 4 };
}
