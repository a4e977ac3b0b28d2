"""From the globe to the drawing: an equal-area projection around Central Europe, its crowded middle enlarged."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon

RADIUS = 6371.0
CENTRE = 15.0, 53.0
"""Longitude and latitude in the middle of the projection (Lambert azimuthal equal area)."""
UNITS = 2
"""Drawing units in a kilometre."""

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Plane:
    """A drawing's plane, in kilometres from the centre of the projection.

    `corners` are those of what is drawn (left, foot, right, top); `near` is the part of the globe that can fall into
    it, in degrees (west, south, east, north). Distances from `middle`, where the enlargement is greatest, are drawn as
    warp * asinh(distance / warp).
    """

    corners: tuple[float, float, float, float] = (-2000, -1830, 1650, 1380)
    near: tuple[float, float, float, float] = (-40, 20, 85, 84)
    middle: tuple[float, float] = (-250.0, -640.0)
    warp: float = 1300.0

    @property
    def frame(self) -> Polygon:
        return shapely.box(*self.corners)

    def project(self, lonlat: Points) -> Points:
        """Kilometres east and north of the centre, for rows of longitude and latitude in degrees."""
        lon, lat = np.radians(lonlat[:, 0]), np.radians(lonlat[:, 1])
        lon0, lat0 = np.radians(CENTRE[0]), np.radians(CENTRE[1])
        cosine = np.sin(lat0) * np.sin(lat) + np.cos(lat0) * np.cos(lat) * np.cos(lon - lon0)
        scale = RADIUS * np.sqrt(2 / (1 + cosine))
        east = scale * np.cos(lat) * np.sin(lon - lon0)
        north = scale * (np.cos(lat0) * np.sin(lat) - np.sin(lat0) * np.cos(lat) * np.cos(lon - lon0))
        return self.warped(np.column_stack([east, north]))

    def warped(self, points: Points) -> Points:
        away = points - np.array(self.middle)
        distance = np.hypot(away[:, 0], away[:, 1]) + 1e-9
        return np.asarray(
            np.array(self.middle) + away * (self.warp * np.arcsinh(distance / self.warp) / distance)[:, None]
        )

    def polygon(self, ring: list[list[float]]) -> Polygon:
        """A ring on the globe as a polygon on the plane."""
        return Polygon(self.project(np.array(ring, dtype=float)))

    def drawn(self, x: float, y: float) -> tuple[int, int]:
        """A point of the plane in the drawing's units, downwards."""
        left, _, _, top = self.corners
        return round((x - left) * UNITS), round((top - y) * UNITS)

    def size(self) -> tuple[int, int]:
        """Width and height of the drawing."""
        left, foot, right, top = self.corners
        return round((right - left) * UNITS), round((top - foot) * UNITS)
