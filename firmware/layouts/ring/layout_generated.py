"""Generated from hardware/board.toml by hardware/generate.py: change that, not this."""

BOARD = "feldlicht"
FINGERPRINT = "b8322d5d"
CELLS = 0
COLUMNS = 16
RING = 24
STRIP = 6
DRIVER = "ring"
SCAN_HZ = 50
DEBOUNCE_SCANS = 1
CHAIN_BYTES = 0
CHAIN_END = 166
CHAIN_SPI_HZ = 4000000
ACTIVE_LOW = True
ROW_SPI_HZ = 4000000
SETTLE_US = 400
STEPS_PER_MT = 1192
THRESHOLD = 60
HYSTERESIS = 15
BRIGHTNESS = 255
BUDGET_MA = 400
BUDGET_1_5_A_MA = 1200
BUDGET_3_0_A_MA = 2400
CC_SHARE = 2
HUB_MA = 100
RED_TENTHS_MA = 200
GREEN_TENTHS_MA = 200
BLUE_TENTHS_MA = 200
DARK_TENTHS_MA = 8
PIN_SENSOR_CLOCK = 18
PIN_SENSOR_DATA = 16
PIN_SENSOR_LATCH = 17
PIN_MUX_SELECT_0 = 2
PIN_MUX_SELECT_1 = 3
PIN_MUX_SELECT_2 = 4
PIN_MUX_LEFT = 26
PIN_MUX_RIGHT = 27
PIN_ROW_CLOCK = 10
PIN_ROW_DATA = 11
PIN_ROW_LATCH = 12
PIN_LIGHTS_GRID = 14
PIN_LIGHTS_SECOND = 15
PIN_KNOB_A = 6
PIN_KNOB_B = 7
PIN_KNOB_PUSH = 8
PIN_BUTTON_1 = 9
PIN_BUTTON_2 = 13
PIN_SOURCE_CC = 28
ALL_PINS = (
    PIN_SENSOR_CLOCK,
    PIN_SENSOR_DATA,
    PIN_SENSOR_LATCH,
    PIN_MUX_SELECT_0,
    PIN_MUX_SELECT_1,
    PIN_MUX_SELECT_2,
    PIN_MUX_LEFT,
    PIN_MUX_RIGHT,
    PIN_ROW_CLOCK,
    PIN_ROW_DATA,
    PIN_ROW_LATCH,
    PIN_LIGHTS_GRID,
    PIN_LIGHTS_SECOND,
    PIN_KNOB_A,
    PIN_KNOB_B,
    PIN_KNOB_PUSH,
    PIN_BUTTON_1,
    PIN_BUTTON_2,
    PIN_SOURCE_CC,
)

# Cell of each bit that the chain shifts out.
CHAIN_CELL = b""
# Pole of each bit that the chain shifts out: 0 north, 1 south.
CHAIN_POLE = b""
# Channel of a half-bar's multiplexer for each of its cells.
MUX_CHANNELS = b"\x05\x07\x06\x04\x02\x01\x00\x03"
# Output of the row register that enables each row.
ENABLE_OUTPUTS = b"\x00\x01\x02\x03\x04\x05\x06\x07\x08"
# Output of the row register that feeds each row.
SUPPLY_OUTPUTS = b"\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11"
# Whether a north pole up raises the output of each cell's linear sensor.
NORTH_RAISES = b""
# LED of each lamp (cells, ring, strip), counted through the grid's line and then the second one.
LAMP_LED = (
    b"\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d"
    b"\x00\x01\x02\x03\x04\x05"
)
