"""The stand-ins for machine and rp2 are as strict as the chip, so that a test on them means something."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from harness import FIRMWARE, LIMIT, STANDINS, Board, interpreter, run_script


@pytest.mark.parametrize(
    "wrong",
    [
        "SPI(0, sck=Pin(10), miso=Pin(16))",
        "SPI(0, sck=Pin(18), miso=Pin(17))",
        "SPI(1, sck=Pin(18), miso=Pin(8))",
        "SPI(0, sck=Pin(18), mosi=Pin(16), miso=Pin(16))",
        "SPI(2)",
        "SPI(0, baud=1000000)",
        "SPI(0, firstbit=SPI.LSB)",
        "SPI(0, polarity=2)",
        "SPI(1, sck=Pin(10), mosi=Pin(12))",
        "SPI(1, sck=Pin(11), mosi=Pin(11))",
        "SPI(1, sck=Pin(10), mosi=Pin(11)).write(bytes(3), 1)",
        "ADC(Pin(25))",
        "ADC(Pin(29))",
        "ADC(3)",
        "ADC(Pin(26)).read_u12()",
        "ADC(Pin(26), atten=3)",
        "Timer(0)",
        "Timer(-1, period=5)",
        "Timer(-1, callback=print)",
        "Timer(-1, period=5, freq=200, callback=print)",
        "Timer(-1, period=5, mode=2, callback=print)",
        "Timer(-1, period=5, callback=3)",
        "Timer(-1, periode=5, callback=print)",
        "Timer(-1, period=5, callback=print, hard=True)",
        "Pin(30)",
        "Pin(-1)",
        "Pin('LED')",
        "Pin(3, 7)",
        "Pin(3, Pin.OUT, valu=1)",
        "Pin(3, Pin.IN)(1)",
        "Pin(3, Pin.OUT).valuee(1)",
        "machine.mem32[0]",
        "machine.soft_rest()",
        "rp2.StateMachine(8, ws2812, freq=8000000, out_base=Pin(14), set_base=Pin(14))",
        "rp2.StateMachine(0, ws2812, frequency=8000000, out_base=Pin(14), set_base=Pin(14))",
        "rp2.StateMachine(0, ws2812, freq=8000000, out_base=Pin(14))",
        "rp2.StateMachine(0, ws2812, freq=8000000, out_base=Pin(14), set_base=Pin(14), sideset_base=Pin(14))",
        "rp2.StateMachine(0, [1, 2], freq=8000000, out_base=Pin(14), set_base=Pin(14))",
        "rp2.DMA().pack_ctrl(sise=0)",
        "rp2.DMA().pack_ctrl(treq_sel=64)",
        "start(count=4)",
        "start(control=dma.pack_ctrl(size=0, inc_write=False, treq_sel=1))",
        "start(control=dma.pack_ctrl(size=2, inc_write=False, treq_sel=0))",
        "start(control=dma.pack_ctrl(size=0, inc_write=True, treq_sel=0))",
        "start(write=bytearray(3))",
        "(start(), start())",
        "[rp2.DMA() for _ in range(20)]",
        "rp2.asm_pio(autopul=True)",
        "rp2.asm_pio()(unknown_instruction)",
        "rp2.asm_pio()(long_delay)",
    ],
)
def test_a_wrong_use_is_refused(wrong: str, tmp_path: Path) -> None:
    script = f"""
import machine, rp2
from machine import ADC, Pin, SPI, Timer
from ws2812_pio import ws2812

sm = rp2.StateMachine(0, ws2812, freq=8000000, out_base=Pin(14), set_base=Pin(14))
dma = rp2.DMA()

def start(count=3, control=dma.pack_ctrl(size=0, inc_write=False, treq_sel=0), write=sm):
    dma.config(read=bytearray(3), write=write, count=count, ctrl=control, trigger=True)

def unknown_instruction():
    in_(x, 1)

def long_delay():
    set(x, 1)[32]

try:
    {wrong}
except (TypeError, ValueError, AttributeError, NameError, NotImplementedError, OSError) as error:
    print("refused")
"""
    assert run_script(script, tmp_path) == "refused\n"


def test_the_right_use_is_taken(tmp_path: Path) -> None:
    script = """
import machine, rp2
from machine import ADC, Pin, SPI
from ws2812_pio import ws2812
assert ADC(0).read_u16() == ADC(Pin(26)).read_u16() == 0
assert 0 <= 410 - (ADC(Pin(28)).read_u16() * 2 * 3300 >> 16) <= 1
SPI(1, sck=Pin(10), mosi=Pin(11)).write(bytes(3))
SPI(0, baudrate=4000000, polarity=1, phase=0, sck=Pin(18), miso=Pin(16))
SPI(1, sck=Pin(10), mosi=Pin(11), miso=Pin(12))
assert Pin(3, Pin.OUT, value=1)() == 1 and Pin(3).value() == 1
assert machine.unique_id() == bytes.fromhex("e6614103e72b1c2f")
for number, request in ((0, 0), (3, 3), (4, 8), (7, 11)):
    sm = rp2.StateMachine(number, ws2812, freq=8000000, out_base=Pin(14), set_base=Pin(14))
    sm.active(1)
    dma = rp2.DMA()
    control = dma.pack_ctrl(size=0, inc_write=False, treq_sel=request)
    dma.config(read=bytearray(3000), write=sm, count=3000, ctrl=control, trigger=True)
    assert dma.active()
    dma.close()
print(ws2812.words)
"""
    # set, mov and out as the data sheet's tables encode them; read by hand once.
    assert run_script(script, tmp_path) == f"{[0x6021, 0xE201, 0xA301, 0xE100]}\n"


def test_a_reset_ends_with_the_code_that_asks_for_a_new_start(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("import machine\nmachine.reset()\n")
    (tmp_path / "layout_generated.py").write_bytes((FIRMWARE / "layout_generated.py").read_bytes())
    with Board(tmp_path / "flash", {}, tmp_path) as board:
        assert board.ended() == 42


@pytest.mark.parametrize("port", ["", "1", "x"])
def test_without_a_simulator_there_is_one_sentence_and_no_board(port: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [*interpreter(), str(FIRMWARE / "main.py")],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "MICROPYPATH": f"{STANDINS}:{FIRMWARE}:.frozen", "FELDLICHT_SIM_PORT": port},
        timeout=LIMIT,
    )
    assert done.returncode == 43
    assert done.stdout == b""
    assert done.stderr.decode().startswith("The simulated board stops: ")
    assert done.stderr.count(b"\n") == 1


LINEAR = """
import time
import layout_generated as layout
from machine import ADC, Pin, SPI

bus = SPI(1, baudrate=4000000, sck=Pin(layout.PIN_ROW_CLOCK), mosi=Pin(layout.PIN_ROW_DATA))
latch = Pin(layout.PIN_ROW_LATCH, Pin.OUT, value=0)
select = [Pin(number, Pin.OUT, value=0) for number in (2, 3, 4)]
left, right = ADC(Pin(26)), ADC(Pin(27))

def show(*low):
    levels = 0xFFFFFF
    for output in low:
        levels &= ~(1 << output)
    bus.write(bytes((levels >> 16, levels >> 8 & 255, levels & 255)))
    latch(1)
    latch(0)

"""


def test_a_sensor_that_was_just_fed_rises_to_its_rest_and_one_without_supply_gives_nothing(tmp_path: Path) -> None:
    """On a virtual clock: row B is fed, then read while it settles."""
    script = (
        LINEAR
        + """
show(layout.ENABLE_OUTPUTS[1])
unfed = left.read_u16()
show(layout.ENABLE_OUTPUTS[1], layout.SUPPLY_OUTPUTS[1])
readings = [left.read_u16() for _ in range(60)]
show(layout.SUPPLY_OUTPUTS[1])
print(unfed, readings[0], readings[10], min(readings[-10:]), max(readings[-10:]), left.read_u16())
"""
    )
    virtual = Path(__file__).with_name("virtual")
    words = run_script(script, tmp_path, driver="linear-mux", before=virtual).split()
    unfed, first, later, lowest, highest, disabled = map(int, words)
    assert max(unfed, disabled) < 200  # no more than noise
    assert first < later < lowest
    assert 32768 - 1200 < lowest < highest < 32768 + 1200
    assert highest > lowest  # a converter has noise
    assert all(int(word) & 15 == int(word) >> 12 for word in words)  # 12 bits, spread to 16


def test_every_channel_of_a_half_bar_is_a_cell_of_its_own(tmp_path: Path) -> None:
    script = (
        LINEAR
        + """
show(layout.ENABLE_OUTPUTS[0], layout.SUPPLY_OUTPUTS[0])
time.sleep_ms(5)
order = []
for channel in range(8):
    for line in range(3):
        select[line](channel >> line & 1)
    order.append((left.read_u16() > 40000, right.read_u16() > 40000))
print([layout.MUX_CHANNELS.index(channel) for channel in range(8) if order[channel][0]])
print([layout.MUX_CHANNELS.index(channel) for channel in range(8) if order[channel][1]])
"""
    )
    output = run_script(script, tmp_path, driver="linear-mux", magnets={2: "N", 13: "N"})
    assert output == "[2]\n[5]\n"


def test_two_rows_at_once_are_refused(tmp_path: Path) -> None:
    script = (
        LINEAR
        + """
try:
    show(layout.ENABLE_OUTPUTS[0], layout.ENABLE_OUTPUTS[4])
except ValueError as error:
    print(error)
"""
    )
    assert run_script(script, tmp_path, driver="linear-mux") == "two rows drive the analogue inputs\n"
