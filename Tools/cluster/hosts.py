"""Service hosts: processes of `liststore serve` that follow the log, each with its own copy."""

import os
import signal
import subprocess
import threading

from servers import Failure, free_port, until


class Host:
    def __init__(self, number, folder, program, log):
        self.number = number
        self.port = free_port()
        self.store = f"{folder}/host{number}.db"
        self.errors = f"{folder}/host{number}.log"
        self.program = program
        self.log = log
        self.process = None

    def start(self):
        command = [self.program, "serve", self.store, "--port", str(self.port)]
        if self.log:
            command += ["--log", self.log, "--log-name", f"h{self.number}"]
        with open(self.errors, "a") as errors:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        timer = threading.Timer(60, self.process.kill)
        timer.start()
        line = self.process.stdout.readline()
        timer.cancel()
        if "serving" not in line:
            raise Failure(f"host {self.number} does not serve; see {self.errors}")

    def start_again(self):
        def started():
            self.start()
            return True

        until(f"host {self.number} starts again", 120, started)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGSTOP)

    def resume(self):
        self.process.send_signal(signal.SIGCONT)

    def end(self):
        if self.process and self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGCONT)
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
